import { brokenRules, type PasswordContext } from '#contract/password-rules.ts'

// Without the letters and digits that are mistaken for one another.
const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 4
const groupLength = 5

/** A password of 116 random bits that keeps every rule for this person, and that can be read and typed. */
export function suggestPassword(context: PasswordContext): string {
  for (;;) {
    const password = Array.from({ length: groups }, randomGroup).join('-')
    if (brokenRules(password, context).length === 0) return password
  }
}

function randomGroup(): string {
  return Array.from({ length: groupLength }, randomSign).join('')
}

/** What would make some signs likelier than others is thrown away. */
function randomSign(): string {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return byte < 256 - (256 % signs.length) ? (signs[byte % signs.length] ?? '') : randomSign()
}
