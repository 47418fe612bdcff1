/** The colours that a user can choose instead of those of the device. */
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Undefined for anything else, such as a cookie that somebody has made up. */
export function themeOf(value: unknown): Theme | undefined {
  return themes.find((theme) => theme === value)
}
