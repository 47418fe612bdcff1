import { useMessages } from '#web/locale.ts'
import { CodeExample } from './code-example.tsx'
import styles from './page.module.css'
import { messages } from './texts/messages.ts'

/** Generates a key with Node and the package jose. Saves the private key to a file and prints the public one. */
const example = `npm install jose
node --input-type=module -e "
import { writeFile } from 'node:fs/promises'
import { exportJWK, generateKeyPair } from 'jose'
const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
const kid = crypto.randomUUID()
const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'ES256' }
await writeFile('service-account-key.json', JSON.stringify(jwk), { mode: 0o600 })
console.log(JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256' }] }))
"`

export function KeyExample() {
  const t = useMessages(messages)
  return (
    <details className={styles.fold}>
      <summary>{t.keyTitle}</summary>
      <p className="soft">{t.keyHint}</p>
      <CodeExample text={example} title={t.keyTitle} />
    </details>
  )
}
