/**
 * Widths in pixels: a letter of a heading, its padding, the further padding of the first and last column, its sort
 * arrow, and a table beside the menu on a laptop.
 */
const [letterPx, paddingPx, edgePx, arrowPx, tablePx] = [9, 20, 12, 18, 920]

type Titled = { title: string; width?: number | undefined; sort?: string | undefined }

/**
 * Returns the widths of the columns in percent. A column that would be narrower than the longest word of its heading is
 * widened at the expense of the others.
 */
export function sharesOf(columns: readonly Titled[]): number[] {
  const totalWidth = sumOf(columns.map(({ width = 0 }) => width))
  const minShares = columns.map(({ title, sort }, index) => {
    const longestWord = Math.max(...title.split(/\s/).map((word) => word.length))
    const isAtEdge = index === 0 || index === columns.length - 1
    const besidePx = paddingPx + (isAtEdge ? edgePx : 0) + (sort === undefined ? 0 : arrowPx)
    return ((longestWord * letterPx + besidePx) / tablePx) * 100
  })
  const wantedShares = columns.map(({ width = 0 }) => (width / totalWidth) * 100)
  const missing = sumOf(
    wantedShares.map((share, index) => Math.max((minShares[index] ?? 0) - share, 0)),
  )
  const surpluses = wantedShares.map((share, index) => Math.max(share - (minShares[index] ?? 0), 0))
  const totalSurplus = sumOf(surpluses)
  // If the surplus is not enough, the browser makes all columns narrower.
  const keptPart = totalSurplus === 0 ? 0 : Math.max(1 - missing / totalSurplus, 0)
  return surpluses.map((surplus, index) => (minShares[index] ?? 0) + surplus * keptPart)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((before, each) => before + each, 0)
}
