import { useRef, useState } from 'react'
import { localeNames, locales } from '#contract/locale.ts'
import { roleId, type PlatformRole } from '#contract/platform-role.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Group } from '#web/ui/choice-group.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import { idOf } from '#web/ui/form-state.ts'
import type { FieldsProps } from './values.tsx'
import { messages, roleMessages } from './texts/messages.ts'
import styles from './roles-field.module.css'

const blank: PlatformRole = { id: '', names: { en: '' }, byCompany: false }

/** The field of the roles that users can have on the platform. */
export function RolesField({ form }: FieldsProps) {
  const t = useMessages(messages)
  const words = useMessages(roleMessages)
  const addButton = useRef<HTMLButtonElement>(null)
  const [isAdding, setAdding] = useState(false)
  const { roles } = form.values
  const setRoles = (changed: readonly PlatformRole[]) => form.set('roles', changed)
  return (
    <Group legend={t.roles} id={idOf(form, 'roles')} tabIndex={-1}>
      <p className="soft">{words.hint}</p>
      {roles.map((role, index) => (
        <Role
          key={index}
          number={index + 1}
          role={role}
          isSubmitted={form.attempt > 0}
          isNew={isAdding && index === roles.length - 1}
          onChange={(changed) => setRoles(roles.with(index, changed))}
          onRemove={() => {
            setRoles(roles.toSpliced(index, 1))
            addButton.current?.focus()
          }}
        />
      ))}
      <FieldFault form={form} name="roles" />
      <div className="button-row">
        <Button
          ref={addButton}
          onClick={() => {
            setAdding(true)
            setRoles([...roles, blank])
          }}
        >
          {words.add}
        </Button>
      </div>
    </Group>
  )
}

type RoleProps = {
  number: number
  role: PlatformRole
  isSubmitted: boolean
  /** True for a role that was just added: its first field receives the focus. */
  isNew: boolean
  onChange: (role: PlatformRole) => void
  onRemove: () => void
}

function Role({ number, role, isSubmitted, isNew, onChange, onRemove }: RoleProps) {
  const [t, words] = [useMessages(messages), useMessages(roleMessages)]
  const [wasBlurred, setWasBlurred] = useState(false)
  const { id, names, byCompany } = role
  const isValidated = isSubmitted || (wasBlurred && id !== '')
  const isInvalid = isValidated && !roleId.safeParse(id).success
  const faultId = `role-${number}-fault`
  return (
    <div className={styles.role} role="group" aria-label={words.role({ number })}>
      <label className="stack-1">
        <span className="hint">{words.id}</span>
        <input
          autoFocus={isNew}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? faultId : undefined}
          value={id}
          onChange={({ target }) => onChange({ ...role, id: target.value })}
          onBlur={() => setWasBlurred(true)}
        />
      </label>
      <Name
        label={words.english}
        value={names.en}
        onChange={(en) => onChange({ ...role, names: { ...names, en } })}
      />
      <label className="line-2 tall">
        <input
          type="checkbox"
          checked={byCompany}
          onChange={({ target }) => onChange({ ...role, byCompany: target.checked })}
        />
        <span>{words.byCompany}</span>
      </label>
      <Button aria-label={words.removeOf({ role: names.en || id })} onClick={onRemove}>
        {words.remove}
      </Button>
      {isInvalid && (
        <p id={faultId} className={`hint wrong ${styles.fault}`}>
          {t.invalidRole}
        </p>
      )}
      <Names names={names} onChange={(changed) => onChange({ ...role, names: changed })} />
    </div>
  )
}

type NamesProps = {
  names: PlatformRole['names']
  onChange: (names: PlatformRole['names']) => void
}

/** The names of a role in other languages. A language without a name uses the English one. */
function Names({ names, onChange }: NamesProps) {
  const words = useMessages(roleMessages)
  return (
    <details className={styles.names}>
      <summary>{words.others}</summary>
      <div>
        {locales
          .filter((locale) => locale !== 'en')
          .map((locale) => (
            <Name
              key={locale}
              label={words.inLanguage({ language: localeNames[locale] })}
              value={names[locale] ?? ''}
              onChange={(name) => {
                const { [locale]: _, ...others } = names
                onChange(name === '' ? others : { ...others, [locale]: name })
              }}
            />
          ))}
      </div>
    </details>
  )
}

type NameProps = { label: string; value: string; onChange: (name: string) => void }

function Name({ label, value, onChange }: NameProps) {
  return (
    <label className="stack-1">
      <span className="hint">{label}</span>
      <input
        dir="auto"
        autoComplete="off"
        maxLength={60}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
