import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Item } from '#domain/settings/configuration-section.ts'
import { findSubsystem, upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { config } from '#server/config.ts'
import { affects, db } from '#server/db.ts'
import { configurationSections } from '../app/registry/apply.ts'
import { applyFile } from '../features/admin/apply/apply-file.ts'
import { parseFile } from '../features/admin/apply/parse-file.ts'
import { secretReader } from '../features/admin/apply/secrets.ts'
import { addLogo } from './logos.ts'

/** A platform of the demo with its current address and its secret. */
export type DemoPlatform = Record<'id' | 'name' | 'url' | 'clientSecret', string>

const folder = import.meta.dirname
const fileName = 'portico.yaml'
/** Platforms whose addresses are variables of the product. */
const configuredPlatforms = ['business-hub', 'onboarding']

/** Returns the variables that demo/portico.yaml uses. */
export function variablesOf(platforms: readonly DemoPlatform[]): Record<string, string> {
  const { businessHubUrl: BUSINESS_HUB_URL, onboardingUrl: ONBOARDING_URL } = config
  const demoVariables = platforms.flatMap(({ id, url, clientSecret }) => {
    const name = `DEMO_${id.toUpperCase().replaceAll('-', '_')}`
    const secret = [[`${name}_SECRET`, clientSecret]]
    return configuredPlatforms.includes(id) ? secret : [[`${name}_URL`, url], ...secret]
  })
  return { BUSINESS_HUB_URL, ONBOARDING_URL, ...Object.fromEntries(demoVariables) }
}

/**
 * Applies demo/portico.yaml at the first start. Later starts only update the addresses of platforms, so changes by
 * visitors survive.
 */
export async function register(platforms: readonly DemoPlatform[]): Promise<void> {
  const registered = await Promise.all(platforms.map(({ id }) => findSubsystem(db, id)))
  const added = platforms.filter((_, index) => registered[index] === undefined)
  if (added.length > 0) await applyDemoFile(platforms)
  for (const { id } of added) await addLogo(id)
  for (const platform of platforms) if (!added.includes(platform)) await readdress(platform)
}

/** Applies the first admin of demo/portico.yaml alone, at the first start. */
export async function registerAdmin(): Promise<void> {
  if (!(await affects(db)`select from admins limit 1`)) await applyDemoFile([])
}

async function readdress({ url, ...platform }: DemoPlatform): Promise<void> {
  await upsertSubsystem(db, {
    ...platform,
    url,
    redirectUris: [`${url}/callback`],
    postLogoutUris: [`${url}/signed-out`],
    backchannelLogoutUri: `${url}/backchannel-logout`,
  })
}

/** Applies the file. Without the sample platforms, it adds only the platforms that exist and the first admin. */
async function applyDemoFile(platforms: readonly DemoPlatform[]): Promise<void> {
  const text = await readFile(join(folder, fileName), 'utf8')
  // Empty for the platforms that are left out, because a missing variable is an error.
  const unset = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, ''])
  const env = { ...Object.fromEntries(unset), ...variablesOf(platforms) }
  const file = parseFile(fileName, text, env)
  const value = file.value as Record<'platforms' | 'companies' | 'admins', Item[]>
  const ids = platforms.map(({ id }) => id)
  const registered = value.platforms.filter(({ id }) => ids.includes(String(id)))
  const isWhole = registered.length === value.platforms.length
  const part = { platforms: registered, admins: value.admins.slice(0, 1) }
  await applyFile(
    db,
    configurationSections,
    { ...file, value: isWhole ? value : part },
    { readSecret: secretReader(folder, env) },
  )
}
