import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { langOf, localeNames, locales, type Locale } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { adminAccountQuery } from '#web/me.ts'
import { Form, useForm } from '#web/ui/form.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { changeAdminLanguage } from './contract.ts'
import { languageMessages } from './texts/messages.ts'
import styles from './language-panel.module.css'

/** A form for the language of the logged-in admin’s emails. */
export function EmailLanguage() {
  // A new key resets the form.
  const [resetCount, setResetCount] = useState(0)
  const { preferredLanguage } = useSuspenseQuery(adminAccountQuery).data
  return (
    <LanguageForm
      key={`${preferredLanguage} ${resetCount}`}
      preferredLanguage={preferredLanguage}
      onCancel={() => setResetCount(resetCount + 1)}
    />
  )
}

type Props = { preferredLanguage: Locale; onCancel: () => void }

function LanguageForm({ preferredLanguage, onCancel }: Props) {
  const t = useMessages(languageMessages)
  const queryClient = useQueryClient()
  const form = useForm(changeAdminLanguage, t, {
    initial: { preferredLanguage },
    onDone: () => {
      showSuccess(t.saved)
      void queryClient.invalidateQueries({ queryKey: adminAccountQuery.queryKey })
    },
  })
  const { isChanged, isSending } = form
  return (
    <div className={styles.narrow}>
      <Form form={form}>
        <SelectField
          form={form}
          name="preferredLanguage"
          autoComplete="language"
          options={locales.map((value) => ({
            value,
            text: localeNames[value],
            lang: langOf(value),
          }))}
        />
      </Form>
      {(isChanged || isSending) && <SaveBar form={form} t={t} onCancel={onCancel} />}
      <UnsavedGuard area="admin" isDirty={isChanged && !isSending} text={t.leaveText} />
    </div>
  )
}
