import { configuredLogo } from '#contract/brand.ts'
import { etagOf, versionOf } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import {
  configuredSettings,
  findBrand,
  findBrandVersion,
  listBrandVersions,
  logoUrlOf,
  type PublishedBrand,
} from '#domain/settings/brand.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { acceptPng } from '#server/png.ts'
import { addImage } from './add-image.ts'
import * as contract from './contract.ts'
import { publish } from './publish.ts'

export function brandRoutes(server: Server): void {
  serve(server, contract.getBrand, async () => replyOf(await findBrand(db)))
  serve(server, contract.listBrands, async () => [
    ...(await listBrandVersions(db)),
    { version: 0, settings: configuredSettings(), publishedAt: null, by: null },
  ])
  serve(server, contract.saveBrand, async ({ headers, body, caller }) => {
    const version = versionOf(headers['if-match'])
    return replyOf(await publish(db, caller, { version, settings: body }))
  })
  serve(server, contract.restoreBrand, async ({ params, headers, caller }) => {
    const restored = Number(params.version)
    // Numbers of up to nine digits fit the integer column.
    const isVersion = /^\d{1,9}$/.test(params.version)
    const settings = isVersion ? await findBrandVersion(db, restored) : undefined
    if (!settings) throw new Refusal(commonErrors.notFound)
    const version = versionOf(headers['if-match'])
    return replyOf(await publish(db, caller, { version, settings }, restored))
  })
  // Only this call accepts a body other than JSON.
  server.register(async (scope) => {
    acceptPng(scope)
    serve(scope, contract.addImage, async ({ body, caller }) => ({
      image: await addImage(db, caller, body as Buffer),
    }))
  })
}

function replyOf({ version, settings }: PublishedBrand) {
  const configuredLogoUrl = logoUrlOf(configuredLogo) ?? null
  return { version, settings, configuredLogoUrl, etag: etagOf(version) }
}
