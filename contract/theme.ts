/** The color schemes that a user can choose instead of the device's. */
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Returns the color scheme in a value; undefined for anything else, such as a forged cookie. */
export function themeOf(value: unknown): Theme | undefined {
  return themes.find((theme) => theme === value)
}
