/**
 * Returns the tables whose rows a migration changes or copies in one statement, so that all of them stay locked until its
 * end. Ignores tables that the migration creates, bodies of functions, and `do` blocks that commit after each batch.
 */
export function findWholeTableChanges(text: string): string[] {
  const executed = text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'[^']*'/g, "''")
    .toLowerCase()
    .replaceAll(/\bfunction\b[^;]*?\$\$[^]*?\$\$/g, '')
    .replaceAll(/\bdo \$\$[^]*?\$\$/g, (block) => (/\bcommit\s*;/.test(block) ? '' : block))
  const created = new Set(namesIn(executed, /\bcreate table (?:if not exists )?(\w+)/g))
  const changed = executed.split(';').flatMap((statement) => [
    // At the start of a statement, of a block or of a common table expression, unlike `for update` and `on update`.
    ...namesIn(
      statement,
      /(?:^|\(|\bbegin|\bloop|\bthen)\s*(?:update|delete from) (?:only )?(\w+)/g,
    ),
    ...namesIn(statement, /\binsert into \w+[^]*?\bselect\b[^]*?\bfrom (\w+)(?!\w|\s*\()/g),
  ])
  return [...new Set(changed)].filter((table) => !created.has(table))
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}
