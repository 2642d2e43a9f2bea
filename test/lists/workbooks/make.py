"""Writes the workbooks beside this file, with Debian's python3-openpyxl:

    /usr/bin/python3 test/lists/workbooks/make.py

openpyxl stores no results of formulas, so `store_result` adds them to the finished file.
"""

import datetime
import pathlib
import re
import zipfile

import openpyxl

FOLDER = pathlib.Path(__file__).parent
BEGIN = datetime.datetime(2026, 11, 28)


def save(workbook, name):
    workbook.properties.created = workbook.properties.modified = BEGIN
    workbook.save(FOLDER / name)


def rewrite(name, change):
    """Replaces the parts of a workbook by `change(path, text)`."""
    with zipfile.ZipFile(FOLDER / name) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    with zipfile.ZipFile(FOLDER / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in parts.items():
            info = zipfile.ZipInfo(path, (2026, 11, 28, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, change(path, data.decode()))


def store_result(name, formula, result):
    rewrite(
        name,
        lambda path, text: text.replace(
            f"<f>{formula}</f><v></v>", f"<f>{formula}</f><v>{result}</v>"
        ).replace(f"<f>{formula}</f><v />", f"<f>{formula}</f><v>{result}</v>"),
    )


def make_wishes():
    """Names of one column, as a customer writes them."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Wishes"
    for row, text in [
        (2, "1. kabul.af"),
        (3, "\u200f2. bamyan-rugs.af - Shop in Herat"),
        (5, "\u202ahttps://www.mazar.af/\u202c"),
        (6, "نان.af"),
    ]:
        sheet.cell(row, 2, text)
    sheet.cell(5, 2).hyperlink = "https://other.example/"
    save(workbook, "wishes.xlsx")


def make_customers():
    """Customers below a merged title, with empty rows and columns, dates and several sheets."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Notes"
    sheet.sheet_state = "hidden"
    sheet["A1"] = "hidden.af"
    sheet = workbook.create_sheet("مشتریان")
    sheet.sheet_view.rightToLeft = True
    sheet.merge_cells("B1:F1")
    sheet["B1"] = "مشتریان ۱۴۰۵"
    sheet.append([])
    sheet.append([None, "Customer", "Domain", "Expires", "Price", "Auto renew"])
    sheet.append([])
    rows = [
        ("Ali", "kabul.af", datetime.date(2027, 6, 1), 4200, True),
        ("زهرا", "herat.af", datetime.datetime(2026, 12, 1, 8, 30), 60.5, False),
        ("Omar", "sold.af", "2027-01-31", "1,800", "yes"),
        (None, None, None, "=SUM(E5:E7)", None),
    ]
    for row in rows:
        sheet.append([None, *row])
    sheet["C6"].hyperlink = "https://herat.af/"
    sheet["E5"].number_format = '#,##0.00 "AFN"'
    sheet["E6"].number_format = "[$$-409]#,##0.00"
    sheet.row_dimensions[6].hidden = True
    sheet.merge_cells("B6:B7")
    sheet = workbook.create_sheet("Old")
    sheet.append(["Domain"])
    sheet.append(["old.af"])
    save(workbook, "customers.xlsx")
    store_result("customers.xlsx", "SUM(E5:E7)", "4260.5")


def make_prices():
    """A price list with number formats, formulas, an error and a footnote."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.append(["TLD", "Register", "Renew", "Transfer", "Restore"])
    sheet.append([".af", 4200, "=B2*0.1", "؋2,900.00", "#REF!"])
    sheet.append([".com.af", 0.1 + 0.2, "=B3+1", "₹500", -1])
    sheet.append(["Prices without tax", None, "from 1 January"])
    sheet["B2"].number_format = '"AFN" #,##0'
    sheet["B3"].number_format = "[$؋-48C] #,##0.00"
    sheet["E2"].data_type = "e"
    save(workbook, "prices.xlsx")
    store_result("prices.xlsx", "B2*0.1", "420.00000000000006")


def make_formulas():
    """Names that formulas compute, of which only the first has a stored result."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.append(["Domain", "Customer"])
    sheet.append(['=B2&".af"', "kabul"])
    sheet.append(['=B3&".af"', "herat"])
    sheet.append(["#N/A", "nobody"])
    sheet["A4"].data_type = "e"
    save(workbook, "formulas.xlsx")
    rewrite(
        "formulas.xlsx",
        lambda path, text: re.sub(
            r'<c r="A2"([^>]*)><f>([^<]*)</f><v\s*(/>|></v>)</c>',
            r'<c r="A2"\1 t="str"><f>\2</f><v>kabul.af</v></c>',
            text,
        ),
    )


def make_errors():
    """Names in a single column without a heading, one of which is a failed formula."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row, text in enumerate(["kabul.af", "#N/A", '=B3&".af"', "herat.af"], 1):
        sheet.cell(row, 1, text)
    sheet["A2"].data_type = "e"
    save(workbook, "errors.xlsx")


def make_pairs():
    """Two names in each row, and a single one below them."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.append(["kabul.af", "herat.af"])
    sheet.append([None, "mazar.af"])
    sheet.append(["balkh.af", "zaranj.af"])
    save(workbook, "pairs.xlsx")


def make_stray():
    """A list with a remark in one row, a stray word, and a chart sheet."""
    workbook = openpyxl.Workbook()
    workbook.create_chartsheet("Chart", 0)
    sheet = workbook["Sheet"]
    for row, text in enumerate(["Domain", "kabul.af", "herat.af", "mazar.af"], 1):
        sheet.cell(row, 1, text)
    sheet["B3"] = "urgent"
    sheet["C6"] = "Ahmad"
    save(workbook, "stray.xlsx")
    sheet["XFD1048576"] = "far away"
    save(workbook, "far.xlsx")


make_stray()
make_pairs()
make_wishes()
make_customers()
make_prices()
make_formulas()
make_errors()
