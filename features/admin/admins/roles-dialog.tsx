import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import {
  permissionsOf,
  rolePermissions,
  roles,
  type Permission,
  type Role,
} from '#contract/permission.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { useAdminMe } from '#web/admin-me.ts'
import { call } from '#web/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { StepUpCancelled } from '#web/step-up-cancelled.ts'
import { useStepUp } from '#web/ui/step-up.tsx'
import { setRoles, type AdminUser } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { Refused } from './refused.tsx'

type Props = {
  /** As the list knows her now. */
  admin: AdminUser
  pagesFor: (permissions: readonly Permission[]) => string[]
  onClose: () => void
  onSaved: (saved: AdminUser) => void
  /** Somebody else was faster: the list has to be read anew. */
  onConflict: () => void
}

/** Roles with what each allows; what will change is said before it is saved. */
export function RolesDialog({ admin, pagesFor, onClose, onSaved, onConflict }: Props) {
  const t = useMessages(messages)
  const [wanted, setWanted] = useState<readonly Role[]>(admin.roles)
  const { save, isSaving, error, dialog } = useSaving({ admin, wanted, onSaved, onConflict })
  const name = `${admin.firstname} ${admin.lastname}`

  function toggle(role: Role, isOn: boolean): void {
    setWanted(roles.filter((each) => (each === role ? isOn : wanted.includes(each))))
  }

  return (
    <>
      <Dialog
        title={fill(t.dialogTitle, { name })}
        isOpen
        onClose={onClose}
        form={
          <>
            {error && <Refused error={error} />}
            <fieldset className={styles.choices}>
              <legend className="visually-hidden">{t.roles}</legend>
              {roles.map((role) => (
                <Choice
                  key={role}
                  role={role}
                  isOn={wanted.includes(role)}
                  onToggle={(isOn) => toggle(role, isOn)}
                />
              ))}
            </fieldset>
            <Difference before={admin.roles} after={wanted} pagesFor={pagesFor} />
          </>
        }
        actions={
          <>
            <button type="button" className="secondary-button" onClick={onClose}>
              {t.cancel}
            </button>
            <button
              type="button"
              className="primary-button"
              aria-disabled={isSaving || undefined}
              onClick={isSame(admin.roles, wanted) ? onClose : save}
            >
              {isSaving ? t.saving : t.save}
            </button>
          </>
        }
      >
        <p>{t.dialogText}</p>
      </Dialog>
      {dialog}
    </>
  )
}

type Saving = Pick<Props, 'admin' | 'onSaved' | 'onConflict'> & { wanted: readonly Role[] }

function useSaving({ admin, wanted, onSaved, onConflict }: Saving) {
  const { requireStepUp, dialog } = useStepUp()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<Error>()

  async function send(): Promise<void> {
    const { id: adminUserId, etag } = admin
    try {
      const saved = await requireStepUp(() =>
        call(setRoles, {
          params: { adminUserId },
          headers: { 'if-match': etag },
          body: { roles: [...wanted] },
        }),
      )
      onSaved(saved)
    } catch (reason) {
      if (reason instanceof StepUpCancelled) return
      setError(reason instanceof Error ? reason : new Error(String(reason)))
      if (reason instanceof Refusal && reason.code === errorCodes.changedMeanwhile) onConflict()
    }
  }

  function save(): void {
    if (isSaving) return
    setSaving(true)
    setError(undefined)
    void send().finally(() => setSaving(false))
  }

  return { save, isSaving, error, dialog }
}

type ChoiceProps = { role: Role; isOn: boolean; onToggle: (isOn: boolean) => void }

/** A role that allows what she may not do herself is shown, but is not hers to give or take. */
function Choice({ role, isOn, onToggle }: ChoiceProps) {
  const t = useMessages(messages)
  const { permissions } = useAdminMe()
  const allowed = rolePermissions[role]
  const isBeyond = allowed.some((permission) => !permissions.includes(permission))
  return (
    <div className={styles.choice} data-beyond={isBeyond || undefined}>
      <input
        type="checkbox"
        id={`role-${role}`}
        checked={isOn}
        disabled={isBeyond}
        aria-describedby={`role-${role}-text`}
        onChange={({ target }) => onToggle(target.checked)}
      />
      <label htmlFor={`role-${role}`}>{t[role]}</label>
      <div id={`role-${role}-text`}>
        <ul>
          {allowed.map((permission) => (
            <li key={permission}>{t[permission]}</li>
          ))}
        </ul>
        {isBeyond && <p>{t.beyondOwnHint}</p>}
      </div>
    </div>
  )
}

type DifferenceProps = {
  before: readonly Role[]
  after: readonly Role[]
  pagesFor: Props['pagesFor']
}

function Difference({ before, after, pagesFor }: DifferenceProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const [had, has] = [permissionsOf(before), permissionsOf(after)]
  const named = (list: readonly string[]) => new Intl.ListFormat(locale).format(list)
  const gained = has.filter((permission) => !had.includes(permission))
  const lost = had.filter((permission) => !has.includes(permission))
  const pages = pagesFor(has)
  return (
    <div role="status" className={styles.difference}>
      <h3>{t.difference}</h3>
      {gained.length === 0 && lost.length === 0 && <p>{t.noDifference}</p>}
      {gained.length > 0 && (
        <p data-kind="more">{fill(t.gains, { list: named(gained.map((each) => t[each])) })}</p>
      )}
      {lost.length > 0 && (
        <p data-kind="less">{fill(t.loses, { list: named(lost.map((each) => t[each])) })}</p>
      )}
      <p>{pages.length === 0 ? t.seesNothing : fill(t.sees, { list: named(pages) })}</p>
    </div>
  )
}

function isSame(before: readonly Role[], after: readonly Role[]): boolean {
  return before.length === after.length && before.every((role) => after.includes(role))
}
