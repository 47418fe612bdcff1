type Colour = readonly [red: number, green: number, blue: number]

/** WCAG 2.2, "contrast ratio": between 1 and 21. Both as #rrggbb. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((each) => luminance(channels(each)))
    .toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** As `color-mix(in srgb, …)` does: so much of the first over the other. */
export function mixColors(one: string, share: number, other: string): string {
  const under = channels(other)
  const mix = channels(one).map((channel, index) =>
    Math.round(channel * share + (under[index] ?? 0) * (1 - share)),
  )
  return `#${mix.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function channels(colour: string): Colour {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
