/** Chinese characters as the ranges of a class, which JavaScript and PostgreSQL both read; with 々, 〇 and the dot of names. */
const han = '\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}\u00b7'

/** A regular expression that matches a name in Chinese characters, as text, because SQL uses it too. */
export const hanName = `^[${han}]+$`

const hanPattern = new RegExp(hanName, 'u')

/** Returns true if a name, or a part of it, is in Chinese characters only. */
export function isHan(name: string): boolean {
  return hanPattern.test(name)
}

/** Returns the full name: "Ada Byron", or in Chinese characters the family name first and without a space, "林晓雯". */
export function nameOf({ firstname, lastname }: { firstname: string; lastname: string }): string {
  const chineseName = lastname + firstname
  return isHan(chineseName) ? chineseName : `${firstname} ${lastname}`
}
