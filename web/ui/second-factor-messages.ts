import { defineMessages } from '#contract/locale.ts'

/** The texts of the pages that show an authenticator key or recovery codes. */
export const secondFactorMessages = defineMessages(
  {
    qrCode: 'QR code for your authenticator app. It contains the key shown here.',
    key: 'Key',
    copyKey: 'Copy key',
    openApp: 'Open in my authenticator app',
    otherDevice: 'Set up on another device',
    paste: 'Paste code',
    nothingToPaste: 'There is no 6-digit code on your clipboard. Copy it in the app first.',
    codesText:
      'If you lose your phone, you can log in with one of these codes. Each code works once. They are shown only now: store them somewhere safe.',
    codes: 'Recovery codes',
    copyCodes: 'Copy',
    download: 'Download',
    print: 'Print',
    fileText: 'Recovery codes of {email}. Each code works once.',
    saved: 'I have saved them',
  },
  {
    ar: {
      qrCode: 'رمز QR لتطبيق المصادقة، ويتضمن المفتاح المعروض هنا.',
      key: 'المفتاح',
      copyKey: 'نسخ المفتاح',
      openApp: 'فتح في تطبيق المصادقة لديّ',
      otherDevice: 'الإعداد على جهاز آخر',
      paste: 'لصق الرمز',
      nothingToPaste: 'لا يوجد رمز من 6 أرقام في الحافظة. انسخه من التطبيق أولًا.',
      codesText:
        'إذا فقدت هاتفك، يمكنك تسجيل الدخول بأحد هذه الرموز. يُستخدم كل رمز مرة واحدة. تُعرض الآن فقط، فاحفظها في مكان آمن.',
      codes: 'رموز الاسترداد',
      copyCodes: 'نسخ',
      download: 'تنزيل',
      print: 'طباعة',
      fileText: 'رموز الاسترداد للحساب {email}. يُستخدم كل رمز مرة واحدة.',
      saved: 'لقد حفظتها',
    },
    fr: {
      qrCode: 'Code QR pour votre application d’authentification. Il contient la clé affichée ici.',
      key: 'Clé',
      copyKey: 'Copier la clé',
      openApp: 'Ouvrir dans mon application d’authentification',
      otherDevice: 'Configurer sur un autre appareil',
      paste: 'Coller le code',
      nothingToPaste:
        'Le presse-papiers ne contient pas de code à 6 chiffres. Copiez-le d’abord dans l’application.',
      codesText:
        'Si vous perdez votre téléphone, vous pouvez vous connecter avec l’un de ces codes. Chaque code ne sert qu’une fois. Ils ne sont affichés que maintenant : conservez-les en lieu sûr.',
      codes: 'Codes de secours',
      copyCodes: 'Copier',
      download: 'Télécharger',
      print: 'Imprimer',
      fileText: 'Codes de secours de {email}. Chaque code ne sert qu’une fois.',
      saved: 'Je les ai enregistrés',
    },
    es: {
      qrCode:
        'Código QR para su aplicación de autenticación. Contiene la clave que se muestra aquí.',
      key: 'Clave',
      copyKey: 'Copiar la clave',
      openApp: 'Abrir en mi aplicación de autenticación',
      otherDevice: 'Configurar en otro dispositivo',
      paste: 'Pegar el código',
      nothingToPaste:
        'No hay ningún código de 6 dígitos en el portapapeles. Cópielo antes en la aplicación.',
      codesText:
        'Si pierde el teléfono, puede iniciar sesión con uno de estos códigos. Cada código sirve una sola vez. Solo se muestran ahora: guárdelos en un lugar seguro.',
      codes: 'Códigos de recuperación',
      copyCodes: 'Copiar',
      download: 'Descargar',
      print: 'Imprimir',
      fileText: 'Códigos de recuperación de {email}. Cada código sirve una sola vez.',
      saved: 'Los he guardado',
    },
    zh: {
      qrCode: '身份验证器应用的二维码，内容与此处显示的密钥相同。',
      key: '密钥',
      copyKey: '复制密钥',
      openApp: '在我的身份验证器应用中打开',
      otherDevice: '在其他设备上设置',
      paste: '粘贴验证码',
      nothingToPaste: '剪贴板中没有 6 位验证码，请先在应用中复制。',
      codesText:
        '如果手机丢失，您可以使用其中一个恢复码登录。每个恢复码只能使用一次。恢复码仅显示这一次，请存放在安全的地方。',
      codes: '恢复码',
      copyCodes: '复制',
      download: '下载',
      print: '打印',
      fileText: '{email} 的恢复码。每个恢复码只能使用一次。',
      saved: '我已保存',
    },
  },
)
