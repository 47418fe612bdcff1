import { isMap, isPair, isScalar, type Document, type Pair, type YAMLMap } from 'yaml'

type Row = { name: string; value: string; meaning: string }

/**
 * Returns a row for each value of values.yaml, described by the comment above it; a value without a comment is a fault.
 */
export function describeValues(document: Document): { rows: Row[]; faults: string[] } {
  const rows: Row[] = []
  const faults: string[] = []
  const visit = (map: YAMLMap, above: string[]) => {
    for (const [index, pair] of map.items.entries()) {
      if (!isPair(pair)) continue
      const path = [...above, String(isScalar(pair.key) ? pair.key.value : pair.key)]
      const name = path.join('.')
      const meaning = commentOf(pair, index === 0 ? map : undefined)
      const isGroup = isMap(pair.value) && pair.value.items.length > 0
      if (meaning !== '') rows.push({ name, value: show(pair.value), meaning })
      else if (!isGroup) faults.push(`values.yaml: ${name} has no comment`)
      // A group with its own comment is described as a whole, unless the values below have comments too.
      if (isGroup && hasComments(pair.value as YAMLMap)) visit(pair.value as YAMLMap, path)
      else if (isGroup && meaning === '') faults.push(`values.yaml: ${name} has no comment`)
    }
  }
  visit(document.contents as YAMLMap, [])
  return { rows, faults }
}

/** Returns the comment above a key. The YAML parser attaches the first key's comment to its map. */
function commentOf({ key }: Pair, map: YAMLMap | undefined): string {
  const own = isScalar(key) ? key.commentBefore : undefined
  const comment = own ?? map?.commentBefore ?? ''
  return comment.replaceAll('\n', ' ').trim()
}

function hasComments(map: YAMLMap): boolean {
  return (
    Boolean(map.commentBefore) ||
    map.items.some(
      ({ key, value }) =>
        (isScalar(key) && key.commentBefore) || (isMap(value) && hasComments(value)),
    )
  )
}

function show(value: unknown): string {
  if (isMap(value) && hasComments(value)) return ''
  const plain = (value as { toJSON: () => unknown }).toJSON()
  return `\`${JSON.stringify(plain)}\``
}
