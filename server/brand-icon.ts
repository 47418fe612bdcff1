import { groundsOf, type Scheme } from '#contract/colors.ts'
import { firstLetterOf } from '#contract/first-letter.ts'
import { escapeHtml } from '#contract/mail.ts'
import type { Brand } from './brand.ts'

type Marked = Pick<Brand, 'name' | 'color' | 'colorLight' | 'arches'>

/**
 * Returns the mark of a brand without a logo, as a data URL: the arches (web/parts/logo.tsx) in the colors of the brand,
 * or the first letter of its name. Only the letter has colors of its own for dark backgrounds.
 */
export function brandIcon({ name, color, colorLight, arches }: Marked, scheme?: Scheme): string {
  const [ground, ink] =
    scheme === 'dark' ? [colorLight, groundsOf(color, 'dark').onPrimary] : [color, '#fff']
  const svg = arches
    ? drawingOn(
        color,
        `<g fill="none" stroke-width="2.6" stroke-linecap="round"><path d="M8 25V15a8 8 0 0 1 16 0v10" stroke="#fff"/><path d="M13 25v-9.5a3 3 0 0 1 6 0V25" stroke="${colorLight}"/></g>`,
      )
    : drawingOn(
        ground,
        `<text x="16" y="22.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="18" font-weight="600" fill="${ink}">${escapeHtml(firstLetterOf(name))}</text>`,
      )
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function drawingOn(ground: string, drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ground}"/>${drawing}</svg>`
}
