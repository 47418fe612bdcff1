/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** A line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** An apostrophe keeps spreadsheets from reading a formula, in any width (OWASP CSV injection). */
function cell(value: string): string {
  const safe = /^[\s\0]*[=+\-@]|^[\t\r\n]/.test(value.normalize('NFKC')) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
