import type { FastifyInstance } from 'fastify'
import type { Settings } from '#contract/settings.ts'
import type { Brand } from '#server/brand.ts'

/** The two colours that every other is made of (web/theme.css). */
export function brandStyle({ color, colorLight }: Pick<Brand, 'color' | 'colorLight'>): string {
  return `:root{--brand:${color};--brand-light:${colorLight}}`
}

/** Where its logo comes from, if not from here. */
export function picturesOf({ logo }: Brand): string[] {
  return logo && !logo.file ? [new URL(logo.url).origin] : []
}

/** Its name changes with its content, so it may be kept for ever. */
export function serveLogo(server: FastifyInstance, { logo }: Brand): void {
  if (!logo?.file) return
  const { type, content } = logo.file
  server.get(logo.url, (_, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(content),
  )
}

/** They are long, and only one page shows them. */
export function withoutTerms<S extends Pick<Settings, 'brand'>>(settings: S): S {
  const { terms: _, ...brand } = settings.brand
  return { ...settings, brand }
}
