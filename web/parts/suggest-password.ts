import { brokenRules, type PasswordContext } from '#contract/password-rules.ts'

// Letters and digits that look alike are excluded, because users may type the password.
const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groupCount = 4
const groupLength = 5

/** Returns an easy-to-type password of 116 random bits that meets every rule for this user. */
export function suggestPassword(context: PasswordContext): string {
  for (;;) {
    const group = () => Array.from({ length: groupLength }, randomSign).join('')
    const password = Array.from({ length: groupCount }, group).join('-')
    if (brokenRules(password, context).length === 0) return password
  }
}

/** Returns a random character. Discards bytes that would make some characters more likely than others. */
function randomSign(): string {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return byte < 256 - (256 % signs.length) ? (signs[byte % signs.length] ?? '') : randomSign()
}
