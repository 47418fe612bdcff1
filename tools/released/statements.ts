/** The part of a migration that breaks servers which expect the previous schema. */
export type Taking = {
  verb: 'drops' | 'renames' | 'retypes' | 'empties' | 'narrows'
  /** The table, or the function if `isFunction` is true. */
  table: string
  /** The column; undefined means the whole table. */
  column?: string
  isFunction?: true
}

/** The comments before a migration's first statement, which declare its effect on servers of the previous version. */
export type Head = {
  isExpanding: boolean
  contracts?: string
  narrows?: string
  /** Reason why one statement may change all rows of a table. */
  fewRows?: string
}

export function readHead(text: string): Head {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('--'))
  const head = lines.slice(0, end < 0 ? undefined : end).join('\n')
  const contracts = /^-- contracts: (\d+\.\d+\.\d+)$/m.exec(head)?.[1]
  const narrows = /^-- narrows: (\S.*)$/m.exec(head)?.[1]
  const fewRows = /^-- few rows: (\S.*)$/m.exec(head)?.[1]
  return {
    isExpanding: /^-- expands$/m.test(head),
    ...(contracts !== undefined && { contracts }),
    ...(narrows !== undefined && { narrows }),
    ...(fewRows !== undefined && { fewRows }),
  }
}

/** Returns what a migration removes, except constraints, triggers and defaults that it creates again. */
export function findTakings(text: string): Taking[] {
  const statements = splitStatements(text)
  return statements.flatMap((statement) => {
    const altered = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement)
    if (altered) return findInTable(altered[1] ?? '', altered[2] ?? '', statements)
    return findInStatement(statement, statements)
  })
}

/**
 * Splits into statements in lower case, with single spaces, without comments, strings, function bodies and quotation
 * marks.
 */
function splitStatements(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\$[^]*?\$\$/g, '')
    .replaceAll(/'[^']*'/g, "''")
    .toLowerCase()
    .replaceAll(/"|\bpublic\./g, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

function findInStatement(statement: string, all: readonly string[]): Taking[] {
  const dropped = /^drop (?:table|view|materialized view) (?:if exists )?(.+)$/.exec(statement)
  if (dropped) return namesIn(dropped[1]).map((table) => ({ verb: 'drops', table }))
  const emptied = /^truncate (?:table )?(?:only )?(.+)$/.exec(statement)
  if (emptied) return namesIn(emptied[1]).map((table) => ({ verb: 'empties', table }))
  const [, verb, functionName = ''] =
    /^(drop|alter) (?:function|procedure) (?:if exists )?(\w+)/.exec(statement) ?? []
  if (verb === 'drop' || (verb === 'alter' && / rename to /.test(statement))) {
    const creation = new RegExp(`^create (or replace )?(function|procedure) ${functionName}\\b`)
    if (all.some((each) => creation.test(each))) return []
    return [{ verb: 'drops', table: functionName, isFunction: true }]
  }
  const trigger = /^drop trigger (?:if exists )?(\w+) on (\w+)/.exec(statement)
  if (trigger && !all.some((each) => new RegExp(`^create .*trigger ${trigger[1]}\\b`).test(each)))
    return [{ verb: 'narrows', table: trigger[2] ?? '' }]
  const unique = /^create unique index .*?\bon (?:only )?(\w+)/.exec(statement)
  return unique ? [{ verb: 'narrows', table: unique[1] ?? '' }] : []
}

function findInTable(table: string, rest: string, all: readonly string[]): Taking[] {
  return splitActions(rest).flatMap((action): Taking[] => {
    const column = (pattern: RegExp) => pattern.exec(action)?.[1]
    const dropped = column(/^drop (?:column )?(?:if exists )?(?!constraint\b|column\b|if\b)(\w+)/)
    if (dropped) return [{ verb: 'drops', table, column: dropped }]
    if (/^(rename to|set schema) /.test(action)) return [{ verb: 'renames', table }]
    const renamed = column(/^rename (?:column )?(?!constraint\b)(\w+) to /)
    if (renamed) return [{ verb: 'renames', table, column: renamed }]
    const retyped = column(/^alter (?:column )?(\w+) (?:set data )?type /)
    if (retyped) return [{ verb: 'retypes', table, column: retyped }]
    const bound = column(/^alter (?:column )?(\w+) (?:set not null|drop default|drop identity)/)
    if (bound) return [{ verb: 'narrows', table, column: bound }]
    return isNarrowing(action, all) ? [{ verb: 'narrows', table }] : []
  })
}

/** Returns true for a column that inserts must set, and for a new constraint that does not replace an old one. */
function isNarrowing(action: string, all: readonly string[]): boolean {
  const constraint = /^add (?:constraint (\w+) )?(?:check|unique|primary key|foreign key|exclude)\b/
  const added = constraint.exec(action)
  if (added) return !all.some((each) => each.includes(`drop constraint ${added[1]}`))
  return /^add (?:column )?.*\bnot null\b/.test(action) && !/\b(default|generated)\b/.test(action)
}

/** Splits at the commas outside parentheses. */
function splitActions(text: string): string[] {
  let depth = 0
  const actions = ['']
  for (const sign of text) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) actions.push('')
    else actions.push(`${actions.pop() ?? ''}${sign}`)
  }
  return actions.map((action) => action.trim())
}

function namesIn(list = ''): string[] {
  return list
    .replace(/ (cascade|restrict|restart identity|continue identity)\b.*$/, '')
    .split(/ ?, ?/)
}
