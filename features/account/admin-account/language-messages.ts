import { defineMessages } from '#contract/locale.ts'

export const languageMessages = defineMessages(
  {
    preferredLanguage: 'Language of emails',
    preferredLanguageHint: 'The language of these pages is chosen at the top.',
    save: 'Save',
    saved: 'You now get emails in the new language.',
  },
  {
    ar: {
      preferredLanguage: 'لغة رسائل البريد',
      preferredLanguageHint: 'تُختار لغة هذه الصفحات من الأعلى.',
      save: 'حفظ',
      saved: 'ستصلك رسائل البريد باللغة الجديدة.',
    },
    fr: {
      preferredLanguage: 'Langue des e-mails',
      preferredLanguageHint: 'La langue de ces pages se choisit en haut.',
      save: 'Enregistrer',
      saved: 'Vous recevrez désormais les e-mails dans la nouvelle langue.',
    },
    es: {
      preferredLanguage: 'Idioma de los correos',
      preferredLanguageHint: 'El idioma de estas páginas se elige arriba.',
      save: 'Guardar',
      saved: 'A partir de ahora recibirá los correos en el nuevo idioma.',
    },
    zh: {
      preferredLanguage: '邮件语言',
      preferredLanguageHint: '页面语言可在顶部选择。',
      save: '保存',
      saved: '今后将以新语言向您发送邮件。',
    },
  },
)
