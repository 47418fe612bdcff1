import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#contract/settings.ts'
import type { Brand } from '#server/brand.ts'
import { variables } from '#server/config-table.ts'

// The demo's platforms import this file before there is a configuration: it takes the brand as a parameter.

const defaultColors = {
  color: variables.BRAND_COLOR.default,
  colorLight: variables.BRAND_COLOR_LIGHT.default,
}

/** The two colours from which web/theme.css derives all others. */
export function brandStyle({ color, colorLight } = defaultColors): string {
  return `:root{--brand:${color};--brand-light:${colorLight}}`
}

/** Origins that the content security policy must allow for the logo. */
export function picturesOf({ logo }: Brand): string[] {
  return logo && !logo.file ? [new URL(logo.url).origin] : []
}

/** Cached for a year: the URL changes with the content. */
export function serveLogo(server: FastifyInstance, { logo }: Brand): void {
  if (!logo?.file) return
  const { type, content } = logo.file
  server.get(logo.url, (_, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(content),
  )
}

/** Settings for every page but the terms: their text is long. */
export function withoutTerms<S extends Pick<Settings, 'brand'>>(settings: S): S {
  const { terms: _, ...brand } = settings.brand
  return { ...settings, brand }
}

/** Serves the style sheet of the pages that the server renders itself, such as the single sign-on errors. */
export async function pageStyle(server: FastifyInstance, brand: Brand): Promise<void> {
  const texts = await Promise.all(
    ['../web/theme.css', '../server/page.css'].map((file) =>
      readFile(new URL(file, import.meta.url), 'utf8'),
    ),
  )
  server.get('/page.css', (_, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send([...texts, brandStyle(brand)].join('\n')),
  )
}
