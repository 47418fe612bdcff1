import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMessages } from '#web/locale.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { LinesField, SwitchField } from '#web/ui/record-fields.tsx'
import { AddressChecks } from './address-checks.tsx'
import { suggestId } from './contract.ts'
import { connectMessages, messages } from './texts/messages.ts'
import styles from './connect.module.css'
import { Assurance, RedirectUris, UserData, type FieldsProps } from './fields.tsx'

const kinds = ['web', 'spa', 'mobile', 'proxy'] as const
type Kind = (typeof kinds)[number]

/** The fields of a new platform, by its kind. Less common fields are collapsed. */
export function NewPlatformFields({ form }: FieldsProps) {
  const t = useMessages(connectMessages)
  const { activeLabel } = useMessages(messages)
  const [kind, setKind] = useState<Kind>('web')
  const isProxy = kind === 'proxy'

  function choose(next: Kind): void {
    setKind(next)
    form.set('proof', next === 'web' ? 'secret' : 'none')
    form.set('pkce', false)
    form.set(next === 'proxy' ? 'redirectUris' : 'entryOrigin', '')
  }

  useSuggestedId(form)

  return (
    <>
      <Kinds kind={kind} onChoose={choose} />
      <TextField form={form} name="name" autoComplete="off" />
      <TextField form={form} name="id" autoComplete="off" dir="ltr" />
      <Address form={form} name="url" />
      {isProxy ? (
        <TextField form={form} name="entryOrigin" autoComplete="off" dir="ltr" />
      ) : (
        <RedirectUris form={form} />
      )}
      <details className={styles.more}>
        <summary>{t.more}</summary>
        <div>
          <SwitchField form={form} name="active" label={activeLabel} />
          {!isProxy && (
            <>
              <LinesField form={form} name="postLogoutUris" rows={2} isOptional />
              <TextField
                form={form}
                name="backchannelLogoutUri"
                autoComplete="off"
                dir="ltr"
                isOptional
              />
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

/** Derives the client ID from the name until the admin enters a different one. */
function useSuggestedId(form: FieldsProps['form']): void {
  const suggested = useRef('')
  const follow = useEffectEvent((id: string) => {
    if (form.values.id !== suggested.current) return
    suggested.current = id
    form.set('id', id)
  })
  const id = suggestId(String(form.values.name))
  useEffect(() => follow(id), [id])
}

function Address({ form, name }: FieldsProps & { name: 'url' }) {
  const typed = String(form.values[name]).trim()
  return (
    <div>
      <TextField form={form} name={name} autoComplete="off" dir="ltr" />
      <AddressChecks addresses={typed === '' ? [] : [typed]} showsFaultsOnly />
    </div>
  )
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
            <small>{t[`kind_${each}Hint`]}</small>
          </label>
        ))}
      </div>
    </Group>
  )
}
