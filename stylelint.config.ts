import type { Config } from 'stylelint'

/** A part of a value; parentheses stay in one part. */
const part = String.raw`(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+`
const nextTo = String.raw`\s+`

const oneSide = /\b(left|right)\b/
const rightIsNotLeft = new RegExp(
  `^${part}${nextTo}(${part})${nextTo}${part}${nextTo}(?!\\1$)${part}$`,
)
const cornersDiffer = new RegExp(
  `^(?!(${part})(?:${nextTo}\\1){0,2}$|(${part})${nextTo}\\2${nextTo}(${part})${nextTo}\\3$)`,
)

/** Rejects declarations for the left or right side, because a page is laid out in both directions. */
const config: Config = {
  rules: {
    'property-disallowed-list': ['/^(?!--)(.*-)?(left|right)(-|$)/'],
    'declaration-property-value-disallowed-list': {
      '/^(text-align(-last)?|float|clear|caption-side|background-position(-x)?|object-position|transform-origin)$/':
        [oneSide],
      '/^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding))$/': [
        rightIsNotLeft,
      ],
      'border-radius': [cornersDiffer],
    },
  },
}

export default config
