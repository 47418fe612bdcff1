import { useState } from 'react'
import { useMessages } from '#web/locale.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { LinesField, SwitchField } from '#web/ui/record-fields.tsx'
import { useSuggestedId } from '#web/ui/suggested-id.ts'
import { AddressChecks } from './address-checks.tsx'
import { suggestId } from './contract.ts'
import { connectMessages, messages } from './texts/messages.ts'
import styles from './connect.module.css'
import type { FieldsProps } from './values.tsx'
import { Assurance, Offer, RedirectUris, UrlField, UserData } from './fields.tsx'

const kinds = ['web', 'spa', 'mobile', 'proxy'] as const
type Kind = (typeof kinds)[number]

/** The fields of a new platform, by its kind. Less common fields are collapsed. */
export function NewPlatformFields({ form }: FieldsProps) {
  const t = useMessages(connectMessages)
  const { activeLabel } = useMessages(messages)
  const [chosenKind, setKind] = useState<Kind>()
  const kind = chosenKind ?? 'web'
  const restoredKind = kindOf(form.values)
  if (chosenKind === undefined && restoredKind !== 'web') setKind(restoredKind)
  const isProxy = kind === 'proxy'
  const url = form.values.url.trim()

  function choose(next: Kind): void {
    setKind(next)
    form.set('proof', next === 'web' ? 'secret' : 'none')
    // The control of PKCE is checked if PKCE is optional.
    form.set('pkce', false)
    form.set(next === 'proxy' ? 'redirectUris' : 'entryOrigin', '')
  }

  useSuggestedId(form, suggestId)

  return (
    <>
      <Kinds kind={kind} onChoose={choose} />
      <TextField form={form} name="name" autoComplete="off" />
      <TextField form={form} name="id" autoComplete="off" dir="ltr" />
      <div>
        <UrlField form={form} name="url" />
        <AddressChecks addresses={url === '' ? [] : [url]} showsFaultsOnly />
      </div>
      {isProxy ? <UrlField form={form} name="entryOrigin" /> : <RedirectUris form={form} />}
      <Offer form={form} />
      <details className={styles.more}>
        <summary>{t.more}</summary>
        <div className="stack-5">
          <TextField form={form} name="description" autoComplete="off" isOptional />
          <SwitchField form={form} name="active" label={activeLabel} />
          {!isProxy && (
            <>
              <LinesField form={form} name="postLogoutUris" rows={2} isOptional />
              <UrlField form={form} name="backchannelLogoutUri" isOptional />
            </>
          )}
          <LinesField form={form} name="origins" rows={2} isOptional />
          {kind === 'web' && <SwitchField form={form} name="mayInvite" />}
          <Assurance form={form} />
          {!isProxy && <UserData form={form} />}
        </div>
      </details>
    </>
  )
}

/** Derives the kind from the values. When the page reloads itself, it restores the values but not the chosen kind. */
function kindOf({ proof, entryOrigin }: FieldsProps['form']['values']): Kind {
  if (entryOrigin !== '') return 'proxy'
  return proof === 'none' ? 'spa' : 'web'
}

function Kinds({ kind, onChoose }: { kind: Kind; onChoose: (kind: Kind) => void }) {
  const t = useMessages(connectMessages)
  return (
    <Group legend={t.kind}>
      <div className={styles.kinds}>
        {kinds.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="kind"
              checked={kind === each}
              onChange={() => onChoose(each)}
            />
            <strong>{t[`kind_${each}`]}</strong>
            <small className="hint">{t[`kind_${each}Hint`]}</small>
          </label>
        ))}
      </div>
    </Group>
  )
}
