import * as z from 'zod/mini'
import { brandSettings } from '#contract/brand.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { ifMatch, time } from '#contract/fields.ts'
import { imageHash, pngFile } from '#contract/image.ts'
import { errorCodes } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

const { changedMeanwhile, notFound } = errorCodes
const access = { adminWithAnyOf: ['manage_brand'] } as const

const published = namedObject('Brand', {
  /** Version of the brand; 0 while the environment variables apply. */
  version: z.int(),
  settings: brandSettings,
  /** URL of the logo in BRAND_LOGO. */
  configuredLogoUrl: z.nullable(z.string()),
  etag: z.string(),
})

export type PublishedBrand = z.output<typeof published>

export const getBrand = endpoint('GET /admin/brand', {
  access,
  summary:
    'Returns the current brand: the latest published version, or the server defaults if none was published',
  reply: published,
})

const version = z.object({
  version: z.int(),
  settings: brandSettings,
  /** Null for the brand from the environment variables, as is `by`, the publisher. */
  publishedAt: z.nullable(time),
  by: z.nullable(z.string()),
})

export type BrandVersion = z.output<typeof version>

export const listBrands = endpoint('GET /admin/brand/history', {
  access,
  summary:
    'Lists the last 50 versions of the brand, newest first, with the server defaults as version 0',
  reply: z.array(version),
})

const change = {
  access,
  stepUp: 15,
  headers: ifMatch,
  reply: published,
} as const

export const saveBrand = endpoint('PUT /admin/brand', {
  ...change,
  danger: { worst: 'a misleading name or logo', reason: 'earlier versions can be restored' },
  summary:
    'Publishes a brand. All servers show it within five seconds. If-Match contains the ETag of the version that was edited',
  body: brandSettings,
  refusals: { changedMeanwhile },
})

export const restoreBrand = endpoint('POST /admin/brand/{version}/restore', {
  ...change,
  danger: { worst: 'as publishing', reason: 'as publishing' },
  summary: 'Publishes an earlier version again as a new version. Version 0 is the server defaults',
  params: z.object({ version: z.string() }),
  body: nothing,
  refusals: { notFound, changedMeanwhile },
})

export const addImage = endpoint('POST /admin/brand/images', {
  access,
  stepUp: 15,
  danger: { worst: 'a large or odd image', reason: 'checked and limited in size' },
  summary:
    'Stores an image for the brand: a PNG of up to 100 KiB and 1,024 × 1,024 pixels. Only the pixels are stored, without metadata',
  body: pngFile,
  reply: z.object({ image: imageHash }),
  status: 201,
})
