import { defineMessages } from '#contract/locale.ts'

/** For the page of the link that confirms an address. */
export const verifyMessages = defineMessages(
  {
    title: 'Confirm this address',
    text: 'We then tell {email} when somebody asks to replace the second factor of the account. It counts 72 hours after it was added.',
    confirm: 'Confirm this address',
    doneTitle: 'The address is confirmed',
    done: 'You can close this page.',
    checking: 'Checking the link',
    expiredTitle: 'This link has expired',
    invalidTitle: 'Invalid URL or token has expired',
    invalid:
      'The link works once, for 24 hours. To get another one, remove the address on the security page and add it again.',
    logIn: 'Log in',
  },
  {
    ar: {
      title: 'تأكيد هذا العنوان',
      text: 'سنخبر {email} عندما يطلب شخص ما استبدال خطوة التحقق الثانية للحساب. يسري ذلك بعد 72 ساعة من إضافة العنوان.',
      confirm: 'تأكيد هذا العنوان',
      doneTitle: 'تم تأكيد العنوان',
      done: 'يمكنك إغلاق هذه الصفحة.',
      checking: 'جارٍ التحقق من الرابط',
      expiredTitle: 'انتهت صلاحية هذا الرابط',
      invalidTitle: 'الرابط غير صالح أو انتهت صلاحيته',
      invalid:
        'الرابط صالح لمدة 24 ساعة ولمرة واحدة فقط. للحصول على رابط آخر، أزل العنوان في صفحة الأمان ثم أضفه من جديد.',
      logIn: 'تسجيل الدخول',
    },
    fr: {
      title: 'Confirmer cette adresse',
      text: 'Nous informerons alors {email} si quelqu’un demande à remplacer le second facteur du compte. L’adresse compte 72 heures après son ajout.',
      confirm: 'Confirmer cette adresse',
      doneTitle: 'L’adresse est confirmée',
      done: 'Vous pouvez fermer cette page.',
      checking: 'Vérification du lien',
      expiredTitle: 'Ce lien a expiré',
      invalidTitle: 'Ce lien n’est pas valide ou a expiré',
      invalid:
        'Ce lien est valable 24 heures et ne fonctionne qu’une seule fois. Pour en obtenir un autre, retirez l’adresse sur la page de sécurité et ajoutez-la de nouveau.',
      logIn: 'Se connecter',
    },
    es: {
      title: 'Confirmar esta dirección',
      text: 'Entonces avisaremos a {email} cuando alguien pida reemplazar el segundo factor de la cuenta. Cuenta a las 72 horas de haberse añadido.',
      confirm: 'Confirmar esta dirección',
      doneTitle: 'La dirección está confirmada',
      done: 'Puede cerrar esta página.',
      checking: 'Comprobando el enlace',
      expiredTitle: 'Este enlace ha caducado',
      invalidTitle: 'Este enlace no es válido o ha caducado',
      invalid:
        'El enlace es válido durante 24 horas y solo funciona una vez. Para obtener otro, quite la dirección en la página de seguridad y añádala de nuevo.',
      logIn: 'Iniciar sesión',
    },
    zh: {
      title: '确认此邮箱',
      text: '此后，有人请求更换该账户的第二重验证方式时，我们会通知 {email}。该邮箱在添加 72 小时后生效。',
      confirm: '确认此邮箱',
      doneTitle: '邮箱已确认',
      done: '您可以关闭此页面。',
      checking: '正在检查链接',
      expiredTitle: '该链接已过期',
      invalidTitle: '链接无效或已过期',
      invalid:
        '该链接 24 小时内有效，且只能使用一次。如需新链接，请在安全页面移除该邮箱后重新添加。',
      logIn: '登录',
    },
  },
)
