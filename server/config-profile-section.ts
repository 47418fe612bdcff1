import * as z from 'zod/mini'
import { oneOf, type Section } from './config-schema.ts'

export const profiles = ['standard', 'pci', 'psd2', 'pci+psd2', 'nist'] as const
export type Profile = (typeof profiles)[number]

/** A requirement that the operator has declared unmet, with the reason. */
export type Exception = { clause: string; reason: string }

export const profileSection = {
  SECURITY_PROFILE: {
    schema: oneOf(...profiles),
    default: 'standard',
    example: 'pci',
    description:
      'Standard whose requirements the configuration must meet: `standard` (none), `pci` (PCI DSS), `psd2` (RTS on strong customer authentication), `pci+psd2` or `nist` (SP 800-63B-4). Changes defaults; see [compliance.md](compliance.md).',
    setBy: 'A compliance officer, before the first user.',
  },
  PROFILE_EXCEPTIONS: {
    schema: z.pipe(
      z.string().check(
        z.refine(
          (value) =>
            exceptionsIn(value).every(({ clause, reason }) => clause !== '' && reason !== ''),
          {
            error: 'is not a list such as clause: reason; clause: reason',
          },
        ),
      ),
      z.transform(exceptionsIn),
    ),
    default: '',
    example: '10.3.4: heads go to the log server with the next release',
    description:
      'Clauses of the profile that are not met, each with its reason, separated by semicolons. Logged at every start and shown on the page *Compliance*.',
    setBy: 'A compliance officer, after a review.',
  },
} as const satisfies Section

/** Parses a list such as `clause: reason; clause: reason`. */
function exceptionsIn(value: string): Exception[] {
  const parts = value.split(';').filter((part) => part.trim() !== '')
  return parts.map((part) => {
    const [clause = '', ...reason] = part.split(':')
    return { clause: clause.trim(), reason: reason.join(':').trim() }
  })
}
