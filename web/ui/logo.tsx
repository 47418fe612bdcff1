import { settings } from '../settings.ts'

/** The logo of the brand, else a portico. */
export function Logo({ size = 32 }: { size?: number }) {
  const { logo } = settings().brand
  if (logo !== undefined) return <img src={logo} width={size} height={size} alt="" />
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
