import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#contract/settings.ts'
import type { Brand } from '#server/brand.ts'
import { brandIcon } from '#server/brand-icon.ts'
import { variables } from '#server/config-table.ts'

// The demo's platforms import this file before there is a configuration, so the brand is a parameter.

type Colors = Pick<Brand, 'color' | 'colorLight'>

const defaultColors: Colors = {
  color: variables.BRAND_COLOR.default ?? '',
  colorLight: variables.BRAND_COLOR_LIGHT.default ?? '',
}

/** Returns true if the brand's icon differs from the product's: by its colors, or by a letter in place of the arches. */
export function hasOwnIcon({ color, colorLight, arches }: Brand): boolean {
  return !arches || color !== defaultColors.color || colorLight !== defaultColors.colorLight
}

/**
 * Returns the CSS of the brand: the two colors from which web/theme.css derives all others, and whether the arches
 * show.
 */
export function brandStyle(brand: Colors & { arches?: boolean } = defaultColors): string {
  const { color, colorLight, arches = true } = brand
  return `:root{--brand:${color};--brand-light:${colorLight}${arches ? '' : ';--arches:none'}}`
}

/** Returns the origins that the content security policy must allow for the logos. */
export function logoOriginsOf({ logo, logoDark }: Brand): string[] {
  const urls = [logo, logoDark].map((each) => each?.url ?? '').filter((url) => URL.canParse(url))
  return [...new Set(urls.map((url) => new URL(url).origin))]
}

/** Returns the URLs of the logos. The icon is the mark of a brand that has neither a logo nor the arches. */
export function logosOf(brand: Brand): Pick<Settings['brand'], 'logo' | 'logoDark'> {
  const { arches, logo, logoDark } = brand
  if (!arches && !logo && !logoDark)
    return { logo: brandIcon(brand), logoDark: brandIcon(brand, 'dark') }
  return {
    logo: logo?.url ?? (arches ? undefined : brandIcon(brand)),
    logoDark: logoDark?.url === logo?.url ? undefined : logoDark?.url,
  }
}

/** Serves the configured logo, cached for a year: its URL changes with its content. */
export function serveLogo(server: FastifyInstance, { logo }: Brand): void {
  if (!logo?.file) return
  const { type, content } = logo.file
  server.get(logo.url, (_, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(content),
  )
}

/** Returns the settings without the terms, whose text is long and used on one page only. */
export function withoutTerms<S extends Pick<Settings, 'brand'>>(settings: S): S {
  const { terms: _, ...brand } = settings.brand
  return { ...settings, brand }
}

/** Serves the style sheet of the pages that the server renders itself, such as the single sign-on errors. */
export async function pageStyle(server: FastifyInstance, brandNow: () => Brand): Promise<void> {
  const texts = await Promise.all(
    ['../web/theme.css', '../server/page.css'].map((file) =>
      readFile(new URL(file, import.meta.url), 'utf8'),
    ),
  )
  server.get('/page.css', (_, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send([...texts, brandStyle(brandNow())].join('\n')),
  )
}
