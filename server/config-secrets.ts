import * as z from 'zod/mini'
import { integer, commaList, onOff, oneOf, text, type Section } from './config-schema.ts'

/** Variables of keys, passwords, factors and the human check. */
export const secretSection = {
  SECRET_KEYS: {
    schema: z
      .pipe(
        commaList,
        z.transform((keys) => keys.map((key) => Buffer.from(key, 'base64'))),
      )
      .check(
        z.refine((keys) => keys.length > 0 && keys.every((key) => key.length === 32), {
          error: 'needs keys of 32 bytes each, in base64, separated by commas',
        }),
      ),
    example: '"$(openssl rand -base64 32)"',
    description:
      'Keys of 32 bytes in base64, comma-separated. The first encrypts and signs; all decrypt and verify. Generate one with `openssl rand -base64 32`.',
    setBy: 'Every installation, before the first start and at each rotation.',
    required: 'always',
    isSecret: true,
  },
  PASSWORD_HASH_MEMORY_KIB: integer(8, 1_048_576, '65536', {
    description:
      'Memory of one Argon2id hash in KiB, at least 19456 in production. After an increase, each password is rehashed at its next login; until then, response times can reveal older accounts.',
    setBy: 'An operator who knows the memory of the servers, before the first user.',
  }),
  PASSWORD_HASH_PASSES: integer(1, 20, '3', {
    description: 'Passes of one Argon2id hash, at least 2 in production.',
    setBy: 'An operator who has measured the time of a hash, before the first user.',
  }),
  MFA_REQUIRED: {
    schema: z.pipe(
      oneOf('true', 'false'),
      z.transform((value) => value === 'true'),
    ),
    default: 'true',
    description:
      'Requirement of a second factor. `false` lets users without an authenticator log in by password alone; in production only with `MFA_OPTIONAL_REASON`.',
    setBy: 'A security officer, for a pilot.',
  },
  MFA_OPTIONAL_REASON: text('', {
    example: 'Pilot until March, approved by the CISO',
    description: 'Reason for `MFA_REQUIRED=false`. Logged at every start.',
    setBy: 'A security officer, together with `MFA_REQUIRED=false`.',
  }),
  LOGIN_UNIFORM: {
    schema: onOff,
    default: 'off',
    example: 'on',
    description:
      'Uniform login. `on`: every email address and password leads to the second step, which does not reveal which of them was wrong (PCI DSS 8.5.1, PSD2). Requires `MFA_REQUIRED=true`.',
    setBy: 'A security officer, if a standard asks for it; the profiles `pci` and `psd2` set it.',
  },
  STEP_UP_FACTORS: integer(1, 2, '1', {
    description:
      'Number of different factors that step-up authentication requires, also for platforms. `2`: a passkey, or password and code together (PSD2). Requires `MFA_REQUIRED=true`.',
    setBy: 'A security officer, if a standard asks for it; the profile `psd2` sets it.',
  }),
  HUMAN_CHECK_SITE_KEY: text('', {
    example: 'your-site-key',
    description: 'Site key of the human check; `altcha` needs none.',
    setBy: 'An operator, if the human check needs a key; `altcha` needs none.',
  }),
  HUMAN_CHECK_COST: integer(1, 1_000_000, '5000', {
    description: 'Work of one `altcha` challenge, in hashes.',
    setBy: 'An integrator whose tests solve the check, in a test installation.',
  }),
} as const satisfies Section
