import { useMutation } from '@tanstack/react-query'
import { useState, useEffect, useRef, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import {
  permissionsOf,
  rolePermissions,
  roles,
  type Permission,
  type Role,
} from '#contract/permission.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { useAdminMe } from '#web/me.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { StepUpCancelled } from '#web/session.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { setRoles, type AdminUser } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

type PagesFor = (permissions: readonly Permission[]) => string[]

type Props = {
  /** As the list has the admin now. */
  admin: AdminUser
  pagesFor: PagesFor
  onClose: () => void
  onSaved: (saved: AdminUser) => void
  /** Another admin saved first: the list has to be loaded again. */
  onConflict: () => void
}

/** The roles to choose from, each with its permissions, and what the choice would change. */
export function RolesDialog({ admin, pagesFor, onClose, onSaved, onConflict }: Props) {
  const t = useMessages(messages)
  const [wanted, setWanted] = useState<readonly Role[]>(admin.roles)
  const saving = useMutation({
    mutationFn: () => saveRoles(admin, wanted),
    onSuccess: onSaved,
    onError: (error) => {
      if (error instanceof Refusal && error.code === errorCodes.changedMeanwhile) onConflict()
    },
  })
  return (
    <ConfirmDialog
      title={fill(t.dialogTitle, { name: nameOf(admin) })}
      action={saving.isPending ? t.saving : t.save}
      isPending={saving.isPending}
      onClose={onClose}
      onConfirm={() => (isSame(admin.roles, wanted) ? onClose() : saving.mutate())}
      form={
        <>
          {saving.error && <RolesError error={saving.error} />}
          <Choices wanted={wanted} onChange={setWanted} />
          <Difference before={admin.roles} after={wanted} pagesFor={pagesFor} />
        </>
      }
    >
      <p>{t.dialogText}</p>
    </ConfirmDialog>
  )
}

function saveRoles({ id, etag }: AdminUser, wanted: readonly Role[]): Promise<AdminUser> {
  return call(setRoles, {
    params: { adminUserId: id },
    headers: { 'if-match': etag },
    body: { roles: [...wanted] },
  })
}

type ChoicesProps = { wanted: readonly Role[]; onChange: (wanted: readonly Role[]) => void }

function Choices({ wanted, onChange }: ChoicesProps) {
  const t = useMessages(messages)
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{t.roles}</legend>
      {roles.map((role) => (
        <Choice
          key={role}
          role={role}
          isOn={wanted.includes(role)}
          onToggle={(isOn) =>
            onChange(roles.filter((each) => (each === role ? isOn : wanted.includes(each))))
          }
        />
      ))}
    </fieldset>
  )
}

type ChoiceProps = { role: Role; isOn: boolean; onToggle: (isOn: boolean) => void }

/** A role with permissions that the admin does not have is shown, but cannot be given or taken. */
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

type DifferenceProps = { before: readonly Role[]; after: readonly Role[]; pagesFor: PagesFor }

function Difference({ before, after, pagesFor }: DifferenceProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const [had, has] = [permissionsOf(before), permissionsOf(after)]
  const named = (list: readonly string[]) => new Intl.ListFormat(locale).format(list)
  const gained = has.filter((permission) => !had.includes(permission)).map((each) => t[each])
  const lost = had.filter((permission) => !has.includes(permission)).map((each) => t[each])
  const pages = pagesFor(has)
  return (
    <div role="status" className={styles.difference}>
      <h3>{t.difference}</h3>
      {gained.length === 0 && lost.length === 0 && <p>{t.noDifference}</p>}
      {gained.length > 0 && <p data-kind="more">{fill(t.gains, { list: named(gained) })}</p>}
      {lost.length > 0 && <p data-kind="less">{fill(t.loses, { list: named(lost) })}</p>}
      <p>{pages.length === 0 ? t.seesNothing : fill(t.sees, { list: named(pages) })}</p>
    </div>
  )
}

function isSame(before: readonly Role[], after: readonly Role[]): boolean {
  return before.length === after.length && before.every((role) => after.includes(role))
}

/** Why the roles were not saved. */
function RolesError({ error }: { error: Error }) {
  const t = useMessages(messages)
  if (error instanceof StepUpCancelled) return null
  const [fault] = error instanceof Refusal ? error.faults : []
  const { ownRoles, beyondOwn, lastSuperAdmin } = t
  const by = fault?.by
  return (
    <Focused>
      {fault?.code === errorCodes.changedMeanwhile ? (
        <Notice
          kind="warning"
          title={by === undefined ? t.changedMeanwhile : fill(t.changedBy, { name: by })}
        >
          {t.lookAgain}
        </Notice>
      ) : (
        <Failure
          text={t.failedToSave}
          words={{ ownRoles, beyondOwn, lastSuperAdmin }}
          error={error}
        />
      )}
    </Focused>
  )
}

/** Takes the focus: the dialog is long, and the error would be out of sight. */
function Focused({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.refused}>
      {children}
    </div>
  )
}
