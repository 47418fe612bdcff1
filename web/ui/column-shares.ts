/** The widths in pixels of a letter in a heading, of its padding and arrow, and of a table beside the menu on a laptop. */
const [letterPx, paddingPx, arrowPx, tablePx] = [9, 20, 18, 920]

type Titled = { title: string; width?: number | undefined; sort?: string | undefined }

/**
 * Returns the widths of the columns in percent. A column is at least as wide as the longest word of its heading; the
 * others share the rest.
 */
export function sharesOf(columns: readonly Titled[]): number[] {
  const total = sumOf(columns.map(({ width = 0 }) => width))
  const leasts = columns.map(({ title, sort }) => {
    const longest = Math.max(...title.split(/\s/).map((word) => word.length))
    const besidePx = sort === undefined ? paddingPx : paddingPx + arrowPx
    return ((longest * letterPx + besidePx) / tablePx) * 100
  })
  const shares = columns.map(({ width = 0 }) => (width / total) * 100)
  const missing = sumOf(shares.map((share, index) => Math.max((leasts[index] ?? 0) - share, 0)))
  const spares = shares.map((share, index) => Math.max(share - (leasts[index] ?? 0), 0))
  const spare = sumOf(spares)
  // If there is not enough, the browser makes all columns narrower.
  const left = spare === 0 ? 0 : Math.max(1 - missing / spare, 0)
  return spares.map((each, index) => (leasts[index] ?? 0) + each * left)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((before, each) => before + each, 0)
}
