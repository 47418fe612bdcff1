/**
 * Ranges of Chinese characters for a regex character class, valid in JavaScript and PostgreSQL. Includes 々, 〇 and the
 * middle dot (·) that separates parts of a name.
 */
const han = '\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}\u00b7'

/** Source of a regular expression that matches a name in Chinese characters. A string, because SQL uses it too. */
export const hanName = `^[${han}]+$`

const hanPattern = new RegExp(hanName, 'u')

/** Returns true if the text, a full name or a part of one, consists of Chinese characters only. */
export function isHan(name: string): boolean {
  return hanPattern.test(name)
}

/**
 * Returns the full name. If both parts are in Chinese characters, the family name comes first, without a space: "林晓雯".
 * Otherwise: "Ada Byron".
 */
export function nameOf({ firstname, lastname }: { firstname: string; lastname: string }): string {
  const chineseName = lastname + firstname
  return isHan(chineseName) ? chineseName : `${firstname} ${lastname}`
}
