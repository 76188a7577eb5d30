/* The page that report.cpp fills in. */
        .section .rodata
        .global firsthit_report_template
        .global firsthit_report_template_end
firsthit_report_template:
        .incbin FIRSTHIT_REPORT_TEMPLATE
firsthit_report_template_end:
        .byte 0
        .section .note.GNU-stack, "", @progbits
