import { defineMessages } from '#contract/locale.ts'

export const languageMessages = defineMessages(
  {
    preferredLanguage: 'Language of emails',
    preferredLanguageHint: 'The language of these pages is chosen at the top.',
    save: 'Save',
    unsaved: 'Unsaved changes',
    cancel: 'Cancel',
    leaveText: 'The language of your emails has not been saved.',
    saved: 'You now get emails in the new language.',
  },
  {
    ar: {
      preferredLanguage: 'لغة رسائل البريد',
      preferredLanguageHint: 'تُختار لغة هذه الصفحات من الأعلى.',
      save: 'حفظ',
      unsaved: 'تغييرات غير محفوظة',
      cancel: 'إلغاء',
      leaveText: 'لم تُحفظ لغة رسائل بريدك.',
      saved: 'ستصلك رسائل البريد باللغة الجديدة.',
    },
    fr: {
      preferredLanguage: 'Langue des e-mails',
      preferredLanguageHint: 'La langue de ces pages se choisit en haut.',
      save: 'Enregistrer',
      unsaved: 'Modifications non enregistrées',
      cancel: 'Annuler',
      leaveText: 'La langue de vos e-mails n’a pas été enregistrée.',
      saved: 'Vous recevrez désormais les e-mails dans la nouvelle langue.',
    },
    es: {
      preferredLanguage: 'Idioma de los correos',
      preferredLanguageHint: 'El idioma de estas páginas se elige arriba.',
      save: 'Guardar',
      unsaved: 'Cambios sin guardar',
      cancel: 'Cancelar',
      leaveText: 'El idioma de sus correos no se ha guardado.',
      saved: 'A partir de ahora recibirá los correos en el nuevo idioma.',
    },
    zh: {
      preferredLanguage: '邮件语言',
      preferredLanguageHint: '页面语言可在顶部选择。',
      save: '保存',
      unsaved: '未保存的更改',
      cancel: '取消',
      leaveText: '邮件语言尚未保存。',
      saved: '今后将以新语言向您发送邮件。',
    },
  },
)
