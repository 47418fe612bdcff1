import { useState } from 'react'
import { langOf, localeNames, locales } from '#contract/locale.ts'
import type { Role } from '#contract/permission.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { accountMessages, messages } from './texts/messages.ts'
import { inviteAdmin, type AdminUser } from './contract.ts'
import { RoleChoices, RoleDifference } from './role-choices.tsx'
import styles from './page.module.css'

type Props = { onClose: () => void; onDone: (admin: AdminUser) => void }

/** A dialog to invite an admin. Shows the permissions of the selected roles before the invitation is sent. */
export function InviteDialog({ onClose, onDone }: Props) {
  const t = useMessages(accountMessages)
  const { beyondOwn } = useMessages(messages)
  const { locale } = useLocale()
  const [roles, setRoles] = useState<readonly Role[]>([])
  return (
    <ActionDialog
      endpoint={inviteAdmin}
      text={t.send}
      t={{ ...t, beyondOwn }}
      form={{
        initial: { email: '', firstname: '', lastname: '', preferredLanguage: locale },
        toBody: (values) => ({ ...values, roles }),
        fields: (form) => (
          <>
            <TextField form={form} name="email" type="email" autoComplete="off" />
            <div className={styles.names}>
              <TextField form={form} name="firstname" autoComplete="off" />
              <TextField form={form} name="lastname" autoComplete="off" />
            </div>
            <SelectField
              form={form}
              name="preferredLanguage"
              options={locales.map((value) => ({
                value,
                text: localeNames[value],
                lang: langOf(value),
              }))}
            />
            <RoleChoices selected={roles} onChange={setRoles} />
            <RoleDifference before={[]} after={roles} />
          </>
        ),
      }}
      title={t.inviteTitle}
      effect={settings().adminSignIn === 'oidc' ? t.inviteTextCompany : t.inviteText}
      done={({ email }) => t.invited({ email })}
      {...{ onClose, onDone }}
    />
  )
}
