import { isHan } from '#contract/full-name.ts'

/** Chinese family names of two characters. */
const doubleFamilyNames = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 夏侯 皇甫 尉迟 公孙 公孫 慕容 令狐 宇文 长孙 長孫 东方 南宫 端木'.split(
    ' ',
  ),
)

/**
 * Splits a full name such as "Grace Hopper", "Hopper, Grace" or "林晓雯". A single word that is not Chinese is the first
 * name.
 */
export function splitName(name: string): [firstname: string, lastname: string] {
  const [last = '', first] = name.split(/[,，]/).map((part) => part.trim())
  if (first) return [first, last]
  const words = name.split(/\s+/).filter(Boolean)
  if (words.every(isHan)) return splitChineseName(words)
  return words.length < 2 ? [name, ''] : [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

/**
 * Splits a Chinese name. The first of several words is the family name. A single word of several characters begins with
 * the family name: one of `doubleFamilyNames`, or one character.
 */
function splitChineseName(words: readonly string[]): [firstname: string, lastname: string] {
  const [word = '', ...rest] = words
  if (rest.length > 0) return [rest.join(''), word]
  const characters = [...word]
  if (characters.length < 2) return [word, '']
  const pair = characters.slice(0, 2).join('')
  const length = characters.length > 2 && doubleFamilyNames.has(pair) ? 2 : 1
  return [characters.slice(length).join(''), characters.slice(0, length).join('')]
}
