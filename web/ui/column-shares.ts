/** The widths in pixels of a letter in a heading, of its padding, and of a table beside the menu on a laptop. */
const [letterPx, paddingPx, tablePx] = [8, 18, 960]

/** Returns the widths of the columns in percent. A column is at least as wide as the longest word of its heading. */
export function sharesOf(
  columns: readonly { title: string; width?: number | undefined }[],
): number[] {
  const total = columns.reduce((sum, { width = 0 }) => sum + width, 0)
  const shares = columns.map(({ title, width = 0 }) => {
    const longest = Math.max(...title.split(/\s/).map((word) => word.length))
    const least = ((longest * letterPx + paddingPx) / tablePx) * 100
    return Math.max((width / total) * 100, least)
  })
  const sum = shares.reduce((before, share) => before + share, 0)
  return shares.map((share) => (share / sum) * 100)
}
