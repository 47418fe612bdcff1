import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** The part of compose.yaml that checks read. */
export type Composed = {
  services: Record<
    string,
    {
      image?: string
      read_only?: boolean
      cap_drop?: readonly string[]
      cap_add?: readonly string[]
      security_opt?: readonly string[]
      privileged?: boolean
      environment?: object
    }
  >
}

/** Capabilities that a service may keep: those with which the images of PostgreSQL and nginx leave root. */
const allowedCapabilities: Readonly<Record<string, readonly string[]>> = {
  database: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
  nginx: ['CHOWN', 'DAC_OVERRIDE', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'],
}

export function readComposed(): Composed {
  return parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as Composed
}

/** Returns a sentence for each service without an image, or less confined than a service needs to be. */
export function faultsOfCompose({ services }: Composed): string[] {
  return Object.entries(services).flatMap(([name, service]) => {
    const { cap_drop: dropped = [], cap_add: added = [], security_opt: options = [] } = service
    const extra = added.filter((each) => !allowedCapabilities[name]?.includes(each))
    return [
      ...(service.image ? [] : [`${name} has no image`]),
      ...(service.read_only === true ? [] : [`${name} can write its own files`]),
      ...(dropped.includes('ALL') ? [] : [`${name} keeps capabilities: cap_drop is not [ALL]`]),
      ...extra.map((each) => `${name} adds the capability ${each}`),
      ...(options.includes('no-new-privileges:true') ? [] : [`${name} can gain privileges`]),
      ...(service.privileged ? [`${name} is privileged`] : []),
    ]
  })
}
