/** The minimum contrast ratio of text (WCAG 2.2 §1.4.3). */
export const minContrast = 4.5

export type Scheme = 'light' | 'dark'

/**
 * Returns the colors that the brand colors appear on or under: the grays of web/theme.css, tinted by `color`, the brand
 * color on light backgrounds.
 */
export function groundsOf(color: string, scheme: Scheme) {
  if (scheme === 'light') {
    return { page: mixColors(color, 0.04, '#fdfdfd'), surface: '#ffffff', onPrimary: '#ffffff' }
  }
  return {
    page: mixColors(color, 0.1, '#0c0c0c'),
    surface: mixColors(color, 0.14, '#141414'),
    raised: mixColors(color, 0.18, '#1e1e1e'),
    onPrimary: mixColors(color, 0.1, '#0c0c0c'),
  }
}

const onPanel = '#ffffff'

/** The share of the brand color in the soft background behind text of the full brand color. */
export const softShares = { light: 0.09, dark: 0.14 } as const

type ContrastPair = 'page' | 'surface' | 'raised' | 'button' | 'soft' | 'panel'
/** The contrast of a brand color with `other`, the color behind it or of the text on it. */
export type ColorContrast = { pair: ContrastPair; other: string; ratio: number; isEnough: boolean }

/** Returns the contrasts of the scheme's brand color. `color`, the light scheme's, also tints the dark backgrounds. */
export function contrastsOf(
  scheme: Scheme,
  { color, colorLight }: { color: string; colorLight: string },
): ColorContrast[] {
  const own = scheme === 'light' ? color : colorLight
  const { onPrimary, ...grounds } = groundsOf(color, scheme)
  const pairs = {
    ...grounds,
    button: onPrimary,
    soft: mixColors(own, softShares[scheme], grounds.surface),
    // The headline beside the login is white, on a panel that is nowhere lighter than the brand color.
    ...(scheme === 'light' && { panel: onPanel }),
  }
  return Object.entries(pairs).map(([pair, other]) => {
    const ratio = contrast(own, other)
    return { pair: pair as ContrastPair, other, ratio, isEnough: ratio >= minContrast }
  })
}

/** Returns the contrast pairs that are too low to read, the lowest first. */
export function lowContrasts(contrasts: readonly ColorContrast[]): ContrastPair[] {
  return contrasts
    .filter(({ isEnough }) => !isEnough)
    .toSorted((one, other) => one.ratio - other.ratio)
    .map(({ pair }) => pair)
}

/** Returns the lowest contrast if it is too low to read, otherwise undefined. */
export function worstContrast(contrasts: readonly ColorContrast[]): ColorContrast | undefined {
  const [worst] = contrasts.toSorted((one, other) => one.ratio - other.ratio)
  return worst?.isEnough === false ? worst : undefined
}

/**
 * Returns a color for dark backgrounds that suits `color`: mixed with as little white as makes it readable. It is
 * readable for every valid color, because white is.
 */
export function darkColorOf(color: string): string {
  const shares = Array.from({ length: 101 }, (_, percent) => percent / 100)
  const mixes = shares.map((share) => mixColors('#ffffff', share, color))
  return (
    mixes.find((colorLight) => !worstContrast(contrastsOf('dark', { color, colorLight }))) ??
    '#ffffff'
  )
}

/** Returns true if two colors look like different brands: their hues are more than 45 degrees apart. */
export function areHuesApart(one: string, other: string): boolean {
  const [first, second] = [hueOf(one), hueOf(other)]
  if (first === undefined || second === undefined) return false
  const distance = Math.abs(first - second)
  return Math.min(distance, 360 - distance) > 45
}

/** Returns the hue in degrees; undefined for a gray. */
function hueOf(color: string): number | undefined {
  const [red, green, blue] = channels(color)
  const [most, range] = [
    Math.max(red, green, blue),
    Math.max(red, green, blue) - Math.min(red, green, blue),
  ]
  if (range < 16) return undefined
  if (most === red) return (((green - blue) / range) * 60 + 360) % 360
  return most === green ? ((blue - red) / range) * 60 + 120 : ((red - green) / range) * 60 + 240
}

/** Rounds a ratio down to two decimals, so that a value below the minimum is never displayed as the minimum. */
export function roundedRatio(ratio: number): number {
  return Math.floor(ratio * 100) / 100
}

/** Returns the contrast ratio (WCAG 2.2) of two colors in #rrggbb, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((each) => luminance(channels(each)))
    .toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Mixes `share` of the first color into the other, like CSS `color-mix(in srgb, …)`. */
export function mixColors(one: string, share: number, other: string): string {
  const under = channels(other)
  const mix = channels(one).map((channel, index) =>
    Math.round(channel * share + (under[index] ?? 0) * (1 - share)),
  )
  return `#${mix.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance([red, green, blue]: ReturnType<typeof channels>): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
