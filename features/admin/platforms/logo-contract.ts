import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { idParams } from '#contract/fields.ts'
import { imageHash, pngFile } from '#contract/image.ts'
import { errorCodes } from '#contract/refusal.ts'

const change = {
  access: { adminWithAnyOf: ['manage_platform'] },
  stepUp: 15,
  params: idParams,
  refusals: { notFound: errorCodes.notFound },
} as const

export const setLogo = endpoint('PUT /admin/platforms/{id}/logo', {
  ...change,
  danger: { worst: 'a misleading logo', reason: 'it can be replaced' },
  summary:
    'Sets a platform’s logo, visible from the next page load on: a PNG of up to 100 KiB and 1,024 × 1,024 pixels. Only the pixels are stored, without metadata',
  body: pngFile,
  reply: z.object({ logo: imageHash }),
})

export const removeLogo = endpoint('POST /admin/platforms/{id}/logo/remove', {
  ...change,
  danger: { worst: 'a missing logo', reason: 'it can be replaced' },
  summary: 'Removes a platform’s logo. The first letter of its name is shown instead',
  body: nothing,
  reply: nothing,
})
