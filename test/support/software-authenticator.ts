import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type {
  AssertionOptions,
  PasskeyAssertion,
  PasskeyRegistration,
  RegistrationOptions,
} from '#contract/passkey.ts'

/** The data of a ceremony, which a test changes to check that the server refuses it. */
type Ceremony = {
  origin: string
  rpId: string
  isUserVerified: boolean
  backupEligible: boolean
  backedUp: boolean
  signCount: number
  challenge: string
  userHandle: string
  isEmbedded: boolean
  key: KeyObject
}

export type SoftwareAuthenticator = {
  credentialId: string
  /** Creates the passkey. */
  register: (options: RegistrationOptions, changed?: Partial<Ceremony>) => PasskeyRegistration
  /** Signs with the passkey. The counter increases by one each time. */
  assert: (options: AssertionOptions, changed?: Partial<Ceremony>) => PasskeyAssertion
}

/** Returns an authenticator with one passkey (ES256, no attestation), which signs any data. */
export function createSoftwareAuthenticator(
  origin: string,
  made: Partial<Pick<Ceremony, 'backupEligible' | 'backedUp'>> & { hasCounter?: boolean } = {},
): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { backupEligible = false, backedUp = false, hasCounter = true } = made
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  let [signCount, userHandle] = [0, '']
  const ceremonyOf = (
    options: { challenge: string; rpId: string },
    changed: Partial<Ceremony>,
  ): Ceremony => ({
    origin,
    rpId: options.rpId,
    isUserVerified: true,
    backupEligible,
    backedUp,
    signCount,
    challenge: options.challenge,
    userHandle,
    isEmbedded: false,
    key: privateKey,
    ...changed,
  })
  return {
    credentialId,
    register: (options, changed = {}) => {
      userHandle = options.user.id
      const ceremony = ceremonyOf({ challenge: options.challenge, rpId: options.rp.id }, changed)
      const data = Buffer.concat([
        authenticatorData(ceremony, 0x40),
        Buffer.alloc(16),
        Buffer.from([id.length >> 8, id.length & 255]),
        id,
        coseKey(publicKey),
      ])
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(data)],
      ]).toString('base64url')
      const clientDataJSON = clientData('webauthn.create', ceremony).toString('base64url')
      const response = { clientDataJSON, attestationObject, transports: ['internal' as const] }
      return { id: credentialId, rawId: credentialId, type: 'public-key', response }
    },
    assert: (options, changed = {}) => {
      if (hasCounter) signCount += 1
      const ceremony = ceremonyOf(options, changed)
      const data = authenticatorData(ceremony, 0)
      const client = clientData('webauthn.get', ceremony)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), ceremony.key).toString(
          'base64url',
        ),
        userHandle: ceremony.userHandle,
      }
      return { id: credentialId, rawId: credentialId, type: 'public-key', response }
    },
  }
}

function clientData(type: string, { challenge, origin, isEmbedded }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: isEmbedded }))
}

/** Returns the WebAuthn "Authenticator Data": hash of the host, flags, counter. */
function authenticatorData(ceremony: Ceremony, more: number): Buffer {
  const flags =
    0x01 |
    (ceremony.isUserVerified ? 0x04 : 0) |
    (ceremony.backupEligible ? 0x08 : 0) |
    (ceremony.backedUp ? 0x10 : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(ceremony.signCount)
  return Buffer.concat([sha256(ceremony.rpId), Buffer.from([flags | more]), count])
}

/** Encodes an EC2 key on P-256 for ES256 (RFC 9052). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), cborBytes(Buffer.from(x, 'base64url'))],
    [Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

function cborMap(pairs: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 + pairs.length]), ...pairs.flat()])
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), bytes])
}

function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest()
}
