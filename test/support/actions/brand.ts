import type { PublishedBrand } from '../../../features/admin/brand/contract.ts'
import { pngOf } from '../images.ts'
import type { Visitor } from '../people.ts'
import { callBy, newAdmin, type AuditCase } from './audit-cases.ts'

/** The audit cases of admins' actions on the brand. */
export const actions: Record<string, AuditCase> = {
  'PUT /admin/brand': {
    leaves: 'brand_changed',
    by: 'admin',
    changes: true,
    call: async () => {
      const { browser } = await newAdmin()
      const { settings, headers } = await brandAt(browser)
      const body = { ...settings, name: 'Quayside Pay' }
      await callBy(browser, 'PUT /admin/brand', { headers, body })
    },
  },
  'POST /admin/brand/{version}/restore': {
    leaves: 'brand_restored',
    by: 'admin',
    changes: true,
    call: async () => {
      const { browser } = await newAdmin()
      const { headers } = await brandAt(browser)
      const params = { version: '0' }
      await callBy(browser, 'POST /admin/brand/{version}/restore', { params, headers, body: {} })
    },
  },
  'POST /admin/brand/images': {
    leaves: 'brand_image_added',
    by: 'admin',
    call: async () => {
      const body = new Blob([new Uint8Array(pngOf(8))], { type: 'image/png' })
      await callBy((await newAdmin()).browser, 'POST /admin/brand/images', { body })
    },
  },
}

async function brandAt(browser: Visitor) {
  const { settings, etag } = (await callBy(browser, 'GET /admin/brand')) as PublishedBrand
  return { settings, headers: { 'if-match': etag } }
}
