import { useEffect, useState } from 'react'
import { plainDigits } from '#contract/fields.ts'
import { useMessages } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import type { FieldProps } from '../ui/field.tsx'
import { idOf } from '../ui/form-state.ts'
import { secondFactorMessages } from './texts/messages.ts'

/** A field for the first code of a new authenticator. Takes the focus again when the user returns from the app. */
export function NewCodeField<Name extends string>(props: FieldProps<Name>) {
  const id = idOf(props.form, props.name)

  useEffect(() => {
    function onReturn(): void {
      if (!document.hidden) document.getElementById(id)?.focus()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [id])

  return (
    <div className="quiet-offer stack-2">
      <CodeField {...props} />
      <PasteButton id={id} />
    </div>
  )
}

/** A button that pastes the code; hidden if the browser does not let the page read the clipboard. */
function PasteButton({ id }: { id: string }) {
  const t = useMessages(secondFactorMessages)
  const [canRead, setCanRead] = useState(hasClipboard)
  const [isMissing, setMissing] = useState(false)

  async function paste(): Promise<void> {
    const field = document.getElementById(id)
    const text = await navigator.clipboard.readText().catch(() => undefined)
    field?.focus()
    if (text === undefined) return setCanRead(false)
    const code = plainDigits(text)
    setMissing(code.length !== codeLength)
    if (code.length !== codeLength || !(field instanceof HTMLInputElement)) return undefined
    field.value = code
    // `CodeField` submits the form on this event.
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }

  return (
    <>
      {canRead && (
        <Button variant="quiet" onClick={() => void paste()}>
          {t.paste}
        </Button>
      )}
      <p role="status" className="hint">
        {isMissing && t.nothingToPaste}
      </p>
    </>
  )
}

const codeLength = 6

function hasClipboard(): boolean {
  return 'clipboard' in navigator && 'readText' in navigator.clipboard
}
