import { defineMessages } from '#contract/locale.ts'

export const offerMessages = defineMessages(
  {
    title: 'Log in faster next time',
    whole:
      'Save a passkey on this device. Next time you log in with your fingerprint, face or screen lock, without a password or a code.',
    second:
      'Save a passkey on this device. Next time you confirm your login with your fingerprint, face or screen lock instead of a code.',
    notNow: 'Not now',
    later:
      'After “Not now”, we won’t ask again for 30 days. You can add a passkey at any time under Security.',
    tooLate:
      'For your security, this is only possible in the first minutes after you log in. Choose “Not now”, then add a passkey under Security.',
  },
  {
    ar: {
      title: 'سجّل الدخول أسرع في المرة القادمة',
      whole:
        'احفظ مفتاح مرور على هذا الجهاز. في المرة القادمة تسجّل الدخول ببصمتك أو وجهك أو قفل الشاشة، دون كلمة مرور ودون رمز.',
      second:
        'احفظ مفتاح مرور على هذا الجهاز. في المرة القادمة تؤكّد تسجيل الدخول ببصمتك أو وجهك أو قفل الشاشة بدلًا من رمز.',
      notNow: 'ليس الآن',
      later:
        'إذا اخترت «ليس الآن»، فلن نسألك مجددًا لمدة 30 يومًا. يمكنك إضافة مفتاح مرور في أي وقت من صفحة الأمان.',
      tooLate:
        'حفاظًا على أمانك، لا يمكن ذلك إلا في الدقائق الأولى بعد تسجيل الدخول. اختر «ليس الآن»، ثم أضف مفتاح مرور من صفحة الأمان.',
    },
    fr: {
      title: 'Connectez-vous plus vite la prochaine fois',
      whole:
        'Enregistrez une clé d’accès sur cet appareil. La prochaine fois, vous vous connecterez avec votre empreinte, votre visage ou le verrouillage de l’écran, sans mot de passe ni code.',
      second:
        'Enregistrez une clé d’accès sur cet appareil. La prochaine fois, vous confirmerez votre connexion avec votre empreinte, votre visage ou le verrouillage de l’écran au lieu d’un code.',
      notNow: 'Pas maintenant',
      later:
        'Après « Pas maintenant », nous ne vous le proposerons plus pendant 30 jours. Vous pouvez ajouter une clé d’accès à tout moment dans Sécurité.',
      tooLate:
        'Pour votre sécurité, cela n’est possible que dans les premières minutes suivant la connexion. Choisissez « Pas maintenant », puis ajoutez une clé d’accès dans Sécurité.',
    },
    es: {
      title: 'Inicie sesión más rápido la próxima vez',
      whole:
        'Guarde una llave de acceso en este dispositivo. La próxima vez iniciará sesión con su huella, su rostro o el bloqueo de pantalla, sin contraseña ni código.',
      second:
        'Guarde una llave de acceso en este dispositivo. La próxima vez confirmará el inicio de sesión con su huella, su rostro o el bloqueo de pantalla en lugar de un código.',
      notNow: 'Ahora no',
      later:
        'Si elige «Ahora no», no volveremos a preguntarle durante 30 días. Puede añadir una llave de acceso cuando quiera en Seguridad.',
      tooLate:
        'Por su seguridad, esto solo es posible en los primeros minutos después de iniciar sesión. Elija «Ahora no» y añada una llave de acceso en Seguridad.',
    },
    zh: {
      title: '下次登录更快捷',
      whole: '在此设备上保存通行密钥。下次登录时，使用指纹、面容或屏幕锁即可，无需密码和验证码。',
      second: '在此设备上保存通行密钥。下次登录时，使用指纹、面容或屏幕锁确认即可，无需验证码。',
      notNow: '暂不',
      later: '选择“暂不”后，30 天内不会再次询问。您可以随时在“安全”页面添加通行密钥。',
      tooLate:
        '为了您的安全，只能在登录后的最初几分钟内执行此操作。请选择“暂不”，然后在“安全”页面添加通行密钥。',
    },
  },
)
