/** A node of a plan, as `explain (format json)` returns it. */
export type PlanNode = {
  'Node Type': string
  'Parent Relationship'?: string
  'Join Type'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
}

export type Index = {
  table: string
  isPartial: boolean
  /** The first column or expression. */
  first: string
}

export type Schema = {
  /** Indexes by name, also those of partitions. */
  indexes: ReadonlyMap<string, Index>
  /** The table that a partition belongs to; other tables are missing. */
  partitioned: ReadonlyMap<string, string>
  isLarge: (table: string) => boolean
}

/** Nodes that read no more rows than are asked of them, and pass them on in their order. */
const passing = ['LockRows', 'Subquery Scan', 'Result', 'ProjectSet', 'Append', 'Merge Append']

/**
 * Returns the large tables that a plan reads as a whole or along an index from its start, each with what it reads. A
 * scan without a condition may be below a limit that ends it after a page, if it leaves out no rows on the way. A
 * partial index has a condition of its own, such as that work is due.
 */
export function largeScansOf(plan: PlanNode, schema: Schema): { table: string; reads: string }[] {
  return scansBelow(plan, schema, false)
}

function scansBelow(
  node: PlanNode,
  schema: Schema,
  isLimited: boolean,
): ReturnType<typeof largeScansOf> {
  const { 'Node Type': type, Plans: children = [] } = node
  const own = scanOf(node, schema, isLimited)
  const below = children.flatMap((child) =>
    scansBelow(child, schema, type === 'Limit' || (isLimited && passesOn(node, child))),
  )
  return own ? [own, ...below] : below
}

/** Returns true if a limit above the node also ends the scan of this child. */
function passesOn(node: PlanNode, child: PlanNode): boolean {
  const relationship = child['Parent Relationship']
  if (relationship === 'InitPlan' || relationship === 'SubPlan' || node.Filter !== undefined)
    return false
  if (node['Node Type'] === 'Nested Loop')
    return relationship === 'Outer' && node['Join Type'] === 'Left'
  return passing.includes(node['Node Type'])
}

function scanOf(node: PlanNode, schema: Schema, isLimited: boolean) {
  const { 'Node Type': type, 'Index Name': name, Filter: filter } = node
  const index = name === undefined ? undefined : schema.indexes.get(name)
  const relation = index?.table ?? node['Relation Name']
  if (relation === undefined) return undefined
  const table = schema.partitioned.get(relation) ?? relation
  if (!schema.isLarge(table)) return undefined
  if (type === 'Seq Scan') return { table, reads: 'the whole table' }
  if (!index || index.isPartial || hasCondition(node, index)) return undefined
  return isLimited && filter === undefined ? undefined : { table, reads: `all of ${name}` }
}

/** Returns true if the condition of an index scan is about the first column, so that the scan is a part of the index. */
function hasCondition({ 'Index Cond': condition = '' }: PlanNode, { first }: Index): boolean {
  const column = RegExp.escape(unqualified(first))
  return new RegExp(`(?<!\\w)${column}(?!\\w)`).test(unqualified(condition))
}

function unqualified(sql: string): string {
  return sql.replaceAll(/\b[a-z_]\w*\./g, '')
}
