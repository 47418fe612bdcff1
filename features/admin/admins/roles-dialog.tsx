import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '#contract/permission.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { nameOf } from '#contract/full-name.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { isHandledByPage } from '#web/session.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { setRoles, type AdminUser } from './contract.ts'
import { messages } from './texts/messages.ts'
import { RoleChoices, RoleDifference } from './role-choices.tsx'
import styles from './page.module.css'

type Props = {
  /** The admin as currently listed. */
  admin: AdminUser
  /** Initial choice, for example with a role pressed in the matrix. By default, the current roles. */
  initialRoles?: readonly Role[] | undefined
  onClose: () => void
  onSaved: (saved: AdminUser) => void
  /** Called if another admin saved first, so that the list is reloaded. */
  onConflict: () => void
}

/** A dialog to choose roles. Shows the permissions of each role and the effect of the choice. */
export function RolesDialog({ admin, initialRoles, onClose, onSaved, onConflict }: Props) {
  const t = useMessages(messages)
  const [selected, setSelected] = useState<readonly Role[]>(initialRoles ?? admin.roles)
  // Both lists are in the order of `roles` and contain no role twice.
  const isUnchanged = admin.roles.join() === selected.join()
  const saving = useMutation({
    mutationFn: () =>
      call(setRoles, {
        params: { adminUserId: admin.id },
        headers: { 'if-match': admin.etag },
        body: { roles: [...selected] },
      }),
    onSuccess: (saved) => {
      onClose()
      showSuccess(t.saved({ name: nameOf(saved) }))
      onSaved(saved)
    },
    onError: (error) => {
      if (error instanceof Refusal && error.code === errorCodes.changedMeanwhile) onConflict()
    },
  })
  return (
    <ConfirmDialog
      title={t.dialogTitle({ name: nameOf(admin) })}
      action={saving.isPending ? t.saving : t.save}
      isPending={saving.isPending}
      onClose={onClose}
      onConfirm={() => (isUnchanged ? onClose() : saving.mutate())}
      form={
        <>
          {saving.error && <RolesError error={saving.error} />}
          <RoleChoices selected={selected} onChange={setSelected} />
          <RoleDifference before={admin.roles} after={selected} />
        </>
      }
    >
      <p>{t.dialogText}</p>
    </ConfirmDialog>
  )
}

/** Shows the reason why the roles were not saved. */
function RolesError({ error }: { error: Error }) {
  const t = useMessages(messages)
  if (isHandledByPage(error)) return null
  const [fault] = error instanceof Refusal ? error.faults : []
  const { ownRoles, beyondOwn, lastSuperAdmin } = t
  const title = fault?.by === undefined ? t.changedMeanwhile : t.changedBy({ name: fault.by })
  return (
    <div ref={focus} tabIndex={-1} className={styles.refused}>
      {fault?.code === errorCodes.changedMeanwhile ? (
        <Notice kind="warning" title={title}>
          {t.lookAgain}
        </Notice>
      ) : (
        <Failure
          text={t.failedToSave}
          texts={{ ownRoles, beyondOwn, lastSuperAdmin }}
          error={error}
        />
      )}
    </div>
  )
}

/** Focuses the error, because it would be out of view in this long dialog. */
function focus(element: HTMLElement | null): void {
  element?.focus()
}
