import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMessages } from '#web/locale.ts'
import { isSameKey, kindOf, type PublicKey } from '#web/public-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceFrame } from '#web/ui/choice-group.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Fact } from '#web/ui/facts.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { ItemList, ItemRow } from '#web/ui/item-row.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { AddKeyDialog } from './add-key-dialog.tsx'
import { keyMessages } from './texts/messages.ts'
import styles from './page.module.css'

type Props = {
  form: FormState<'jwks', 'jwks', { jwks: readonly PublicKey[] }>
  /** The keys that are in use; undefined for a new service account. */
  saved: readonly PublicKey[] | undefined
}

/** Lists the public keys of the form. */
export function KeyList({ form, saved: savedKeys }: Props) {
  const t = useMessages(keyMessages)
  const saved = savedKeys ?? []
  const { keys, dialog, setDialog, add, remove } = useKeys(form, savedKeys === undefined)
  const addButton = useRef<HTMLButtonElement>(null)
  const isSaved = (key: PublicKey) => saved.some((each) => isSameKey(each, key))

  function removeNow(key: PublicKey): void {
    // The dialog must be closed first, because elements behind an open dialog cannot take the focus.
    flushSync(() => remove(key))
    addButton.current?.focus()
  }

  /** Removes a key. Asks first if the key is saved, or the last one of an account with saved keys. */
  function askToRemove(key: PublicKey): void {
    if (saved.length > 0 && (keys.length === 1 || isSaved(key))) setDialog(key)
    else removeNow(key)
  }

  return (
    <ChoiceFrame form={form} name="jwks">
      {keys.length === 0 && <p className="soft">{t.none}</p>}
      <ItemList>
        {keys.map((key, index) => (
          <KeyRow
            key={key.kid ?? index}
            of={key}
            isNew={saved.length > 0 && !isSaved(key)}
            onRemove={() => askToRemove(key)}
          />
        ))}
      </ItemList>
      {saved.length > 0 && form.changed.includes('jwks') && <p className="soft">{t.endsTokens}</p>}
      <div className={`button-row ${styles.keyButtons}`}>
        <Button ref={addButton} aria-haspopup="dialog" onClick={() => setDialog('add')}>
          {t.add}
        </Button>
      </div>
      {dialog === 'add' && (
        <AddKeyDialog existingKeys={keys} onClose={() => setDialog(undefined)} onAdd={add} />
      )}
      {dialog && dialog !== 'add' && (
        <RemoveDialog
          of={dialog}
          isLast={keys.length === 1}
          onClose={() => setDialog(undefined)}
          onRemove={() => removeNow(dialog)}
          onAdd={() => setDialog('add')}
        />
      )}
    </ChoiceFrame>
  )
}

function useKeys(form: Props['form'], isNewAccount: boolean) {
  const t = useMessages(keyMessages)
  const keys = form.values.jwks
  /** The open dialog: to add keys, or to remove this one. */
  const [dialog, setDialog] = useState<'add' | PublicKey>()

  function add(more: readonly PublicKey[]): void {
    setDialog(undefined)
    form.set('jwks', [...keys, ...more])
    showSuccess(isNewAccount ? t.added : t.addedUnsaved)
  }

  function remove(key: PublicKey): void {
    const others = keys.filter((each) => each !== key)
    setDialog(undefined)
    form.set('jwks', others)
    showSuccess(t.removed)
  }

  return { keys, dialog, setDialog, add, remove }
}

const icon = 'M8.5 12.5a4.5 4.5 0 1 1 3.6-1.8L20 18.5V21h-3v-2h-2v-2h-2l-2-2M7.5 8h.01'

type RowProps = { of: PublicKey; isNew: boolean; onRemove: () => void }

function KeyRow({ of, isNew, onRemove }: RowProps) {
  const t = useMessages(keyMessages)
  const name = of.kid ?? t.noId
  return (
    <ItemRow
      icon={<LineIcon path={icon} box={24} strokeWidth={1.75} />}
      name={name}
      tags={isNew && <span className="tag">{t.notSaved}</span>}
      facts={
        <Fact name={t.kind}>
          <bdi dir="ltr">{kindOf(of)}</bdi>
        </Fact>
      }
      actions={
        <Button aria-label={t.removeOf({ key: name })} aria-haspopup="dialog" onClick={onRemove}>
          {t.remove}
        </Button>
      }
    />
  )
}

type RemoveProps = {
  of: PublicKey
  isLast: boolean
  onClose: () => void
  onRemove: () => void
  onAdd: () => void
}

/** Confirms the removal of a key. The last key cannot be removed until another one is added. */
function RemoveDialog({ of, isLast, onClose, onRemove, onAdd }: RemoveProps) {
  const t = useMessages(keyMessages)
  if (isLast) {
    return (
      <ConfirmDialog title={t.lastTitle} action={t.add} onClose={onClose} onConfirm={onAdd}>
        <p>{t.lastText}</p>
      </ConfirmDialog>
    )
  }
  const key = `\u2068${of.kid ?? t.noId}\u2069`
  return (
    <ConfirmDialog
      title={t.removeTitle({ key })}
      action={t.remove}
      isDangerous
      onClose={onClose}
      onConfirm={onRemove}
    >
      <p>{t.removeText}</p>
    </ConfirmDialog>
  )
}
