import { settings } from '../settings.ts'

/** The logo of the brand, for the color scheme of the page or for a dark background; by default a portico. */
export function Logo({ size = 32, isOnDark }: { size?: number; isOnDark?: boolean }) {
  const { logo, logoDark } = settings().brand
  // An image with an empty scheme is visible in both color schemes.
  const image = (src: string, scheme: '' | 'light' | 'dark') => (
    <img src={src} width={size} height={size} alt="" data-logo={scheme} />
  )
  if (logo !== undefined && logoDark !== undefined && !isOnDark)
    return (
      <>
        {image(logo, 'light')}
        {image(logoDark, 'dark')}
      </>
    )
  const src = logoDark ?? logo
  if (src !== undefined) return image(src, '')
  return <Portico size={size} />
}

/** The default logo: two arches in the colors of the brand. */
export function Portico({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <g fill="none" strokeWidth="2.6" strokeLinecap="round">
        <path d="M8 25V15a8 8 0 0 1 16 0v10" stroke="#fff" />
        <path d="M13 25v-9.5a3 3 0 0 1 6 0V25" stroke="var(--brand-light)" />
      </g>
    </svg>
  )
}
